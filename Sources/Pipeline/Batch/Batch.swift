import Dispatch
import Synchronization
import TilePyramid

/// Runs jobs: largest source first, several images in flight, one pool of workers for all.
package struct Batch: Sendable {
    private let jobs: [Job]
    private let listings: [ManifestListing]
    private let options: BatchOptions
    private let library: any ImageLibrary
    private let observer: any RunObserver
    private let counters: RunCounters

    /// - Parameters:
    ///   - jobs: in the order of the manifests; names are unique in an output.
    ///   - listings: all that the manifests list, of which `jobs` may be a part.
    package init(
        jobs: [Job], listings: [ManifestListing], options: BatchOptions,
        library: any ImageLibrary, observer: any RunObserver, counters: RunCounters
    ) {
        self.jobs = jobs
        self.listings = listings
        self.options = options
        self.library = library
        self.observer = observer
        self.counters = counters
    }

    /// Cuts what is due and updates the catalogs; returns when all has ended.
    ///
    /// - Throws: `EnvironmentFailure` when nothing could be begun.
    package func run() throws(EnvironmentFailure) -> BatchResult {
        let targets = try openTargets()
        let bounds = FileBudget(limit: options.openFiles, outputs: targets.count)
            .bounds(workers: options.workers)
        let workers = try makeWorkers(bounds.workers)
        let pool = WorkerPool(workers: workers, leaveThread: library.leaveThread)
        let queue = JobQueue(jobs: jobs)
        observer.started(RunTotals(images: jobs.count, sourceBytes: queue.totalBytes))

        let shared = ImageRun.Shared(
            library: library, pool: pool, memory: MemoryBudget(limit: options.memory),
            counters: counters, clock: ContinuousClock())
        let outcomes = BatchProgress(count: jobs.count)
        let allEnded = DispatchGroup()
        for _ in 0..<min(bounds.images, jobs.count) {
            allEnded.enter()
            startNext(queue, shared, targets, outcomes) { allEnded.leave() }
        }
        allEnded.wait()
        let closing = BatchClosing(
            listings: listings, prunes: options.prune && !counters.isCancelled
        ).close(targets.values.map(\.root))
        return BatchResult(outcomes: outcomes.inOrder, closing: closing)
    }

    /// Takes the locks in an order that every run takes them in, so that no two wait for each
    /// other.
    private func openTargets() throws(EnvironmentFailure) -> [String: BatchTarget] {
        var outputs: [OutputFolder] = []
        for path in Set(jobs.map(\.output) + listings.map(\.output)).sorted() {
            outputs.append(try OutputRoot.folder(path))
        }
        let waiting = OutputLock.Waiting(
            begins: { observer.waits(for: $0, heldBy: $1) },
            isCancelled: { counters.isCancelled })
        var targets: [String: BatchTarget] = [:]
        for output in outputs.sorted(by: { $0.identity.lexicographicallyPrecedes($1.identity) }) {
            targets[output.path] = try BatchTarget(
                output, listings: listings.filter { $0.output == output.path }, options: options,
                fingerprint: library.fingerprint, counters: counters,
                waiting: options.wait ? waiting : nil)
        }
        return targets
    }

    /// A lane: one image after the other, until the queue is empty.
    private func startNext(
        _ queue: JobQueue, _ shared: ImageRun.Shared, _ targets: [String: BatchTarget],
        _ outcomes: BatchProgress, laneEnds: @escaping @Sendable () -> Void
    ) {
        guard let next = queue.next() else { return laneEnds() }
        let job = jobs[next.index]
        let ended: @Sendable (JobOutcome) -> Void = { outcome in
            if outcome.status == .failed { queue.countFailure(most: options.maxFailures) }
            outcomes.set(outcome, at: next.index)
            counters.countImage(order: next.order, sourceBytes: next.bytes)
            observer.ended(outcome)
            startNext(queue, shared, targets, outcomes, laneEnds: laneEnds)
        }
        guard let target = targets[job.output] else {
            preconditionFailure("every job's output was opened above")
        }
        shared.pool.submit(TaskPriority(image: next.order, stage: .start)) { _ in
            if counters.isCancelled || queue.isStopped {
                ended(.skipped(job))
            } else {
                ImageRun(job: job, target: target, order: next.order, shared: shared, ended: ended)
                    .start()
            }
        }
    }

    private func makeWorkers(_ count: Int) throws(EnvironmentFailure) -> [Worker] {
        do {
            return try (0..<count).map { _ in Worker(encoder: try library.makeEncoder()) }
        } catch {
            throw EnvironmentFailure.noWorkers(String(describing: error))
        }
    }
}
