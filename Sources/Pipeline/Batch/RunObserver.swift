/// Hears what a run does, from any of its threads.
public protocol RunObserver: Sendable {
    /// Another run holds an output; told before `started`.
    func waits(for output: String, heldBy holder: String)
    func started(_ totals: RunTotals)
    /// One image has ended; called once for each, in the order in which they end.
    func ended(_ outcome: JobOutcome)
}

/// What a run has before it.
public struct RunTotals: Sendable {
    public let images: Int
    /// Bytes of all sources that are there.
    public let sourceBytes: Int

    public init(images: Int, sourceBytes: Int) {
        self.images = images
        self.sourceBytes = sourceBytes
    }
}

/// How a batch is run.
public struct BatchOptions: Sendable {
    /// Workers.
    public var workers: Int
    /// Bytes that the pixel buffers of all images in flight may take.
    public var memory: Int
    /// Cut images that are up to date, too.
    public var force = false
    /// Begin no further image after so many failures.
    public var maxFailures: Int?
    /// Read every source, also where `stat` says that it is as it was.
    public var checksum = false
    /// Have data on the disk before they are published.
    public var durable = false
    /// Wait for another run that holds the output.
    public var wait = false
    /// Remove images that their manifest no longer lists.
    public var prune = false
    /// Files that the process may have open.
    public var openFiles = 1024

    public init(workers: Int, memory: Int) {
        self.workers = workers
        self.memory = memory
    }
}
