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

/// How a batch is run.
package struct BatchOptions: Sendable {
    /// Workers.
    package var workers: Int
    /// Bytes that the pixel buffers of all images in flight may take.
    package var memory: Int
    /// Cut images that are up to date, too.
    package var force = false
    /// Begin no further image after so many failures.
    package var maxFailures: Int?
    /// Read every source, also where `stat` says that it is as it was.
    package var checksum = false
    /// Have data on the disk before they are published.
    package var durable = false
    /// Wait for another run that holds the output.
    package var wait = false
    /// Remove images that their manifest no longer lists.
    package var prune = false
    /// Files that the process may have open.
    package var openFiles = 1024

    package init(workers: Int, memory: Int) {
        self.workers = workers
        self.memory = memory
    }
}
