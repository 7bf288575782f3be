import Glibc
import Synchronization
import TilePyramid

/// The jobs that have not begun, largest source first: the last image to end is then a small one,
/// and no core idles beside it for long.
final class JobQueue: Sendable {
    struct Entry: Sendable {
        /// The job's place in the manifests.
        let index: Int
        /// Its place in this queue.
        let order: Int
        /// Size of the source, 0 when it is missing.
        let bytes: Int
    }

    private struct State {
        var next = 0
        var failures = 0
        var isStopped = false
    }

    let totalBytes: Int
    private let entries: [Entry]
    private let state = Mutex(State())

    init(jobs: [Job]) {
        let sizes = jobs.map { Self.size(of: $0.source.path) }
        let order = jobs.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
        entries = order.enumerated().map { place, index in
            Entry(index: index, order: place, bytes: sizes[index])
        }
        totalBytes = sizes.reduce(0, +)
    }

    /// The next job; all are handed out, also after `stop`, so that each gets an outcome.
    func next() -> Entry? {
        state.withLock { state in
            guard state.next < entries.count else { return nil }
            defer { state.next += 1 }
            return entries[state.next]
        }
    }

    /// With `most` failures, jobs that have not begun shall not begin.
    func countFailure(most: Int?) {
        state.withLock { state in
            state.failures += 1
            if let most, state.failures >= most { state.isStopped = true }
        }
    }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// The outcomes so far, by the place of their job.
final class BatchProgress: Sendable {
    private let outcomes: Mutex<[JobOutcome?]>

    init(count: Int) { outcomes = Mutex(Array(repeating: nil, count: count)) }

    func set(_ outcome: JobOutcome, at index: Int) {
        outcomes.withLock { outcomes in
            precondition(outcomes[index] == nil, "a job ends once")
            outcomes[index] = outcome
        }
    }

    /// All outcomes, in the jobs' order, once every job has ended.
    var inOrder: [JobOutcome] {
        outcomes.withLock { outcomes in
            outcomes.map { outcome in
                guard let outcome else { preconditionFailure("every lane ran to its end") }
                return outcome
            }
        }
    }
}

extension JobOutcome {
    /// The outcome of a job that was not begun.
    static func skipped(_ job: Job) -> JobOutcome {
        JobOutcome(
            name: job.name, origin: job.origin, source: job.source.manifestPath,
            output: job.output, status: .skipped)
    }
}
