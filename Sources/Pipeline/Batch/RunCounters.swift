import Synchronization

/// What a run has done so far, and whether it was asked to stop. Read and set from any thread.
public final class RunCounters: Sendable {
    private let cancelled = Atomic(false)
    private let tileCount = Atomic(0)
    private let imageCount = Atomic(0)
    private let sourceByteCount = Atomic(0)

    public init() {}

    /// Tiles written.
    public var tiles: Int { tileCount.load(ordering: .relaxed) }
    /// Images that have ended, well or not.
    public var images: Int { imageCount.load(ordering: .relaxed) }
    /// Bytes of the sources of the images that have ended.
    public var sourceBytes: Int { sourceByteCount.load(ordering: .relaxed) }

    /// Asks the run to stop: images in flight are given up, nothing half is published.
    public func cancel() { cancelled.store(true, ordering: .releasing) }

    public var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func countTile() { tileCount.add(1, ordering: .relaxed) }

    func countImage(sourceBytes: Int) {
        imageCount.add(1, ordering: .relaxed)
        sourceByteCount.add(sourceBytes, ordering: .relaxed)
    }
}
