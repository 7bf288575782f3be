import Glibc
import TilePyramid

/// The jobs in the order in which they are begun, largest source first: the last image to end is
/// then a small one, and no core idles beside it for long.
struct JobQueue: Sendable {
    struct Entry: Sendable {
        let job: Job
        /// The job's place in the manifests.
        let index: Int
        /// Its place in this queue.
        let order: Int
        /// Size of the source, 0 when it is missing.
        let bytes: Int
    }

    let totalBytes: Int
    private let entries: [Entry]
    private var next = 0

    init(jobs: [Job]) {
        let sizes = jobs.map { Self.size(of: $0.source.path) }
        let order = jobs.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
        entries = order.enumerated().map { place, index in
            Entry(job: jobs[index], index: index, order: place, bytes: sizes[index])
        }
        totalBytes = sizes.reduce(0, +)
    }

    /// Takes the next job. All are handed out, also when no further image is to begin, so that each
    /// gets an outcome.
    mutating func pop() -> Entry? {
        guard next < entries.count else { return nil }
        defer { next += 1 }
        return entries[next]
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
