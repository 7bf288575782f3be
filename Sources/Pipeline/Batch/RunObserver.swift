import Synchronization

/// Hears what a run does, from any of its threads.
package protocol RunObserver: Sendable {
    /// Another run holds an output; told before `started`.
    func waits(for output: String, heldBy holder: String)
    func started(_ totals: RunTotals)
    /// One image has ended; called once for each, in the order in which they end.
    func ended(_ outcome: JobOutcome)
}

/// What a run has before it.
package struct RunTotals: Sendable {
    package let images: Int
    /// Bytes of all sources that are there.
    package let sourceBytes: Int

    package init(images: Int, sourceBytes: Int) {
        self.images = images
        self.sourceBytes = sourceBytes
    }
}

/// What a run has done so far, and whether it was asked to stop. Read and set from any thread.
package final class RunCounters: Sendable {
    private let cancelled = Atomic(false)
    private let tileCount = Atomic(0)
    private let imageCount = Atomic(0)
    private let sourceByteCount = Atomic(0)
    /// Bytes of the sources in flight, as far as their rows have been read, by the images' order.
    private let inFlight = Mutex<[Int: Int]>([:])

    package init() {}

    /// Tiles written.
    package var tiles: Int { tileCount.load(ordering: .relaxed) }
    /// Images that have ended, well or not.
    package var images: Int { imageCount.load(ordering: .relaxed) }
    /// Bytes of the sources of the images that have ended, and of those in flight as far as their
    /// rows have been read.
    package var sourceBytes: Int {
        sourceByteCount.load(ordering: .relaxed) + inFlight.withLock { $0.values.reduce(0, +) }
    }

    /// Asks the run to stop: images in flight are given up, nothing half is published.
    package func cancel() { cancelled.store(true, ordering: .releasing) }

    package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func countTile() { tileCount.add(1, ordering: .relaxed) }

    /// - Parameters:
    ///   - order: the image's place in the queue.
    ///   - sourceBytes: what part of its source has been read, as rows of all rows.
    func hasRead(sourceBytes: Int, ofImage order: Int) {
        inFlight.withLock { $0[order] = sourceBytes }
    }

    func countImage(order: Int, sourceBytes: Int) {
        inFlight.withLock { _ = $0.removeValue(forKey: order) }
        imageCount.add(1, ordering: .relaxed)
        sourceByteCount.add(sourceBytes, ordering: .relaxed)
    }
}

/// The run was asked to stop; nobody's fault, and not reported as one.
struct Cancelled: Error {}
