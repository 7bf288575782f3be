import Dispatch
import Synchronization
import TilePyramid

/// Runs jobs: largest source first, several images in flight, one pool of workers for all.
public struct Batch: Sendable {
    private let jobs: [Job]
    private let options: BatchOptions
    private let library: any ImageLibrary
    private let observer: any RunObserver
    private let counters: RunCounters

    /// - Parameter jobs: in the order of the manifests; names are unique in an output.
    public init(
        jobs: [Job], options: BatchOptions, library: any ImageLibrary,
        observer: any RunObserver, counters: RunCounters
    ) {
        self.jobs = jobs
        self.options = options
        self.library = library
        self.observer = observer
        self.counters = counters
    }

    /// Cuts what is due and updates the catalogs; returns when all has ended.
    ///
    /// - Throws: `EnvironmentFailure` when nothing could be begun.
    public func run() throws(EnvironmentFailure) -> BatchResult {
        var roots: [String: OutputRoot] = [:]
        for path in jobs.map(\.output) where roots[path] == nil {
            roots[path] = try OutputRoot(path)
        }
        let workers = try makeWorkers()
        let pool = WorkerPool(workers: workers, leaveThread: library.leaveThread)
        let queue = JobQueue(jobs: jobs)
        observer.started(RunTotals(images: jobs.count, sourceBytes: queue.totalBytes))

        let shared = ImageRun.Shared(
            library: library, pool: pool, memory: MemoryBudget(limit: options.memory),
            counters: counters, force: options.force, clock: ContinuousClock())
        let outcomes = BatchProgress(count: jobs.count)
        let allEnded = DispatchGroup()
        let lanes = min(options.workers + 2, jobs.count)
        for _ in 0..<lanes {
            allEnded.enter()
            startNext(queue, shared, roots, outcomes) { allEnded.leave() }
        }
        allEnded.wait()
        return BatchResult(outcomes: outcomes.inOrder, closing: close(roots))
    }

    /// A lane: one image after the other, until the queue is empty.
    private func startNext(
        _ queue: JobQueue, _ shared: ImageRun.Shared, _ roots: [String: OutputRoot],
        _ outcomes: BatchProgress, laneEnds: @escaping @Sendable () -> Void
    ) {
        guard let next = queue.next() else { return laneEnds() }
        let job = jobs[next.index]
        let ended: @Sendable (JobOutcome) -> Void = { outcome in
            if outcome.status == .failed && options.failFast { queue.stop() }
            outcomes.set(outcome, at: next.index)
            counters.countImage(sourceBytes: next.bytes)
            observer.ended(outcome)
            startNext(queue, shared, roots, outcomes, laneEnds: laneEnds)
        }
        guard let root = roots[job.output] else {
            preconditionFailure("every job's output was opened above")
        }
        shared.pool.submit(TaskPriority(image: next.order, stage: .start)) { _ in
            if counters.isCancelled || queue.isStopped {
                ended(.skipped(job))
            } else {
                ImageRun(job: job, root: root, order: next.order, shared: shared, ended: ended)
                    .start()
            }
        }
    }

    private func makeWorkers() throws(EnvironmentFailure) -> [Worker] {
        do {
            return try (0..<options.workers).map { _ in
                Worker(encoder: try library.makeEncoder())
            }
        } catch {
            throw EnvironmentFailure.noWorkers(String(describing: error))
        }
    }

    /// Brings the catalogs up to date and gives the locks back; the first fault is returned after
    /// all have been tried.
    private func close(_ roots: [String: OutputRoot]) -> EnvironmentFailure? {
        var failure: EnvironmentFailure?
        for (path, root) in roots.sorted(by: { $0.key < $1.key }) {
            do {
                try CatalogFile.update(in: root)
                try root.close()
            } catch {
                failure = failure ?? .notWritable(output: path, error)
            }
        }
        return failure
    }
}
