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

/// How much may go on at once with the files that the process may have open.
struct FileBudget {
    /// Files that the system lets this process have open.
    let limit: Int
    let outputs: Int

    /// Streams, Dispatch's own descriptors, and what opening one thing at a time takes.
    private static let fixed = 14
    /// An output folder, its lock and its state file.
    private static let perOutput = 3
    /// A staged folder, the source, and the pixels of an image that has to be turned.
    private static let perImage = 3
    /// The file being written, or a folder being listed.
    private static let perWorker = 2

    /// Workers, and images in flight: enough images that no worker waits for one to begin.
    func bounds(workers: Int) -> (workers: Int, images: Int) {
        let free = limit - Self.fixed - Self.perOutput * outputs
        let workers = max(1, min(workers, (free - Self.perImage) / Self.perWorker))
        let images = (free - workers * Self.perWorker) / Self.perImage
        return (workers, max(1, min(workers + 2, images)))
    }
}
