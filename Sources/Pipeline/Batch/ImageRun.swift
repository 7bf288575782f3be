import Raster
import Synchronization
import TilePyramid

/// One job from its source to its outcome: snapshot, key, open, plan, memory, cut, publish.
///
/// Each step is a task on the pool or a callback of one; none waits. `ended` is called once.
final class ImageRun: Sendable {
    /// What all images of a run share.
    struct Shared: Sendable {
        let library: any ImageLibrary
        let pool: WorkerPool
        let memory: MemoryBudget
        let counters: RunCounters
        let force: Bool
        let clock: ContinuousClock
    }

    private let job: Job
    private let root: OutputRoot
    private let order: Int
    private let shared: Shared
    private let ended: @Sendable (JobOutcome) -> Void
    private let begun: ContinuousClock.Instant

    init(
        job: Job, root: OutputRoot, order: Int, shared: Shared,
        ended: @escaping @Sendable (JobOutcome) -> Void
    ) {
        self.job = job
        self.root = root
        self.order = order
        self.shared = shared
        self.ended = ended
        begun = shared.clock.now
    }

    /// Runs on a worker.
    func start() {
        do {
            let source = try SourceSnapshot(
                reading: job.source.path, isCancelled: { shared.counters.isCancelled })
            if let pin = job.sha256, pin != source.sha256 {
                throw SourceFailure.wrongDigest(expected: pin, found: source.sha256)
            }
            let key = CutKey.key(
                of: job, sourceSHA256: source.sha256, fingerprint: shared.library.fingerprint)
            if !shared.force, let published = try root.descriptor(of: job.name),
                published.key == key
            {
                end(.unchanged, imageSize: published.imageSize)
                return
            }
            let image = try shared.library.open(
                job, wholeImageLimit: shared.memory.limit / 2)
            let plan = try CutPlan(job: job, image: image, memoryLimit: shared.memory.limit)
            shared.memory.reserve(plan.memory) {
                self.cut(plan, source: source, key: key)
            }
        } catch {
            end(failure: error)
        }
    }

    /// Runs wherever the memory was granted; only submits.
    private func cut(_ plan: CutPlan, source: SourceSnapshot, key: String) {
        shared.pool.submit(TaskPriority(image: order, stage: .publish)) { _ in
            do {
                let staged = try StagedPyramid(job: self.job, levels: plan.levels, root: self.root)
                let cut = PyramidCut(
                    plan: plan, staged: staged, library: self.shared.library,
                    pool: self.shared.pool, order: self.order, counters: self.shared.counters
                ) { result in
                    self.finish(plan, staged, source: source, key: key, result)
                }
                cut.start()
            } catch {
                self.shared.memory.release(plan.memory)
                self.end(failure: error)
            }
        }
    }

    private func finish(
        _ plan: CutPlan, _ staged: StagedPyramid, source: SourceSnapshot, key: String,
        _ result: Result<Void, any Error>
    ) {
        shared.memory.release(plan.memory)
        do {
            try result.get()
            try source.check(job.source.path)
            let descriptor = Descriptor(
                job: job, imageSize: plan.image.size, sourceSHA256: source.sha256, key: key)
            let written = try staged.seal(descriptor)
            if shared.counters.isCancelled { throw Cancelled() }
            let leftover = try staged.publish()
            end(
                .cut, imageSize: plan.image.size, tiles: written.tiles, bytes: written.bytes,
                warnings: plan.image.warnings + (leftover.map { [$0.description] } ?? []))
        } catch {
            do {
                try staged.discard()
                end(failure: error, warnings: plan.image.warnings)
            } catch let leftover {
                end(failure: error, warnings: plan.image.warnings + ["\(leftover)"])
            }
        }
    }

    private func end(failure: any Error, warnings: [String] = []) {
        if failure is Cancelled {
            end(.skipped, warnings: warnings)
            return
        }
        end(
            .failed, error: String(describing: failure), warnings: warnings,
            isDiskFull: (failure as? SystemError)?.isDiskFull ?? false)
    }

    private func end(
        _ status: JobOutcome.Status, imageSize: PixelSize? = nil, tiles: Int = 0, bytes: Int = 0,
        error: String? = nil, warnings: [String] = [], isDiskFull: Bool = false
    ) {
        ended(
            JobOutcome(
                name: job.name, origin: job.origin, source: job.source.manifestPath,
                output: job.output, status: status, imageSize: imageSize, tiles: tiles,
                bytes: bytes, seconds: (shared.clock.now - begun) / .seconds(1), error: error,
                warnings: warnings,
                keptPrevious: status == .failed && root.hasPublished(job.name),
                isDiskFull: isDiskFull))
    }
}
