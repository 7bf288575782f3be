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
