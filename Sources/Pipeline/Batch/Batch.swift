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
        let shared = ImageRun.Shared(
            library: library,
            pool: WorkerPool(workers: workers, leaveThread: library.leaveThread),
            memory: MemoryBudget(limit: options.memory), counters: counters,
            clock: ContinuousClock())
        let outcomes = PoolExecutor.run(on: shared.pool) {
            await cutAll(most: bounds.images, in: targets, shared)
        }
        let closing = BatchClosing(
            listings: listings, prunes: options.prune && !counters.isCancelled
        ).close(targets.values.map(\.root))
        return BatchResult(outcomes: outcomes, closing: closing)
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

    /// Brings all images up to date, `most` at a time, each when one before it has ended.
    ///
    /// - Returns: one outcome a job, in the jobs' order.
    private func cutAll(
        most: Int, in targets: [String: BatchTarget], _ shared: ImageRun.Shared
    ) async -> [JobOutcome] {
        var queue = JobQueue(jobs: jobs)
        observer.started(RunTotals(images: jobs.count, sourceBytes: queue.totalBytes))
        var outcomes = [JobOutcome?](repeating: nil, count: jobs.count)
        let failures = FailureLimit(most: options.maxFailures)
        await withTaskGroup(of: (JobQueue.Entry, JobOutcome).self) { group in
            func beginNext() {
                guard let next = queue.pop() else { return }
                let executor = PoolExecutor(shared.pool, image: next.order)
                guard let target = targets[next.job.output] else {
                    preconditionFailure("every job's output was opened above")
                }
                group.addTask(executorPreference: executor) {
                    if failures.isReached || counters.isCancelled {
                        return (next, .skipped(next.job))
                    }
                    let run = ImageRun(
                        job: next.job, target: target, order: next.order, shared: shared)
                    let outcome = await run.outcome()
                    if outcome.status == .failed { failures.count() }
                    return (next, outcome)
                }
            }
            for _ in 0..<most { beginNext() }
            for await (entry, outcome) in group {
                outcomes[entry.index] = outcome
                counters.countImage(order: entry.order, sourceBytes: entry.bytes)
                observer.ended(outcome)
                beginNext()
            }
        }
        return outcomes.map { outcome in
            guard let outcome else { preconditionFailure("every job was handed out and ended") }
            return outcome
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

/// How many images may fail before no further one is begun.
private final class FailureLimit: Sendable {
    private let most: Int
    private let failures = Atomic(0)

    /// - Parameter most: `nil` is any number.
    init(most: Int?) { self.most = most ?? .max }

    var isReached: Bool { failures.load(ordering: .acquiring) >= most }

    func count() { failures.add(1, ordering: .releasing) }
}

/// An output that a batch holds, and what it takes to work there.
struct BatchTarget: Sendable {
    let root: OutputRoot
    let assessor: Assessor
    /// Owners by the path of the manifest.
    let owners: [String: String]

    init(
        _ output: OutputFolder, listings: [ManifestListing], options: BatchOptions,
        fingerprint: String, counters: RunCounters, waiting: OutputLock.Waiting?
    ) throws(EnvironmentFailure) {
        let root = try OutputRoot(output, waiting: waiting, isDurable: options.durable)
        let known = root.state.contents
        self.root = root
        assessor = Assessor(
            output: output, record: { root.state.image($0) },
            damage: { known.damage(of: $0, key: $1)?.what }, fingerprint: fingerprint,
            force: options.force, readsAll: options.checksum, isPlanOnly: false,
            isCancelled: { counters.isCancelled })
        owners = Dictionary(
            listings.map { listing in
                (
                    listing.manifest,
                    ManifestOwner.of(manifest: listing.manifest, output: output.path)
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    func owner(of job: Job) -> String { owners[job.origin.file] ?? job.origin.file }
}
