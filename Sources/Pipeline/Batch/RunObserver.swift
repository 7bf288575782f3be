/// Hears what a run does, from any of its threads.
public protocol RunObserver: Sendable {
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
    public var force: Bool
    /// Begin no further image after the first failure.
    public var failFast: Bool

    public init(workers: Int, memory: Int, force: Bool, failFast: Bool) {
        self.workers = workers
        self.memory = memory
        self.force = force
        self.failFast = failFast
    }
}
