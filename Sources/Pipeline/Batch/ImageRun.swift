import Files
import Raster
import Synchronization
import TilePyramid

/// One job from its source to its outcome: assess, open, plan, memory, cut, publish, remember.
///
/// Each step is a task on the pool or a callback of one; none waits. `ended` is called once.
final class ImageRun: Sendable {
    /// What all images of a run share.
    struct Shared: Sendable {
        let library: any ImageLibrary
        let pool: WorkerPool
        let memory: MemoryBudget
        let counters: RunCounters
        let clock: ContinuousClock
    }

    private let job: Job
    private let target: BatchTarget
    private let order: Int
    private let shared: Shared
    private let ended: @Sendable (JobOutcome) -> Void
    private let begun: ContinuousClock.Instant

    private var root: OutputRoot { target.root }

    init(
        job: Job, target: BatchTarget, order: Int, shared: Shared,
        ended: @escaping @Sendable (JobOutcome) -> Void
    ) {
        self.job = job
        self.target = target
        self.order = order
        self.shared = shared
        self.ended = ended
        begun = shared.clock.now
    }

    /// Runs on a worker.
    func start() {
        do {
            let owner = target.owner(of: job)
            switch try target.assessor.assess(job, owner: owner) {
            case .current(let record, let imageSize):
                if let record { root.state.put(record) }
                end(.unchanged, imageSize: imageSize)
            case .due(let due):
                try begin(due)
            }
        } catch {
            end(failure: error)
        }
    }

    private func begin(_ due: DueImage) throws {
        guard let assessed = due.source else {
            preconditionFailure("a run that cuts has read every source")
        }
        let reuse = try Reuse(due, job, in: root.output)
        if let reuse, !due.needsSameRows {
            let change = DescriptorChange(
                job: job, key: due.key, sha256: assessed.snapshot.sha256, previous: reuse,
                root: root)
            let (sealed, leftover) = try change.publish()
            end(
                .cut, imageSize: reuse.record.imageSize, bytes: sealed.bytes,
                warnings: remember(
                    due, assessed.snapshot, reuse.record.rowFormat, reuse.record.imageSize, sealed),
                leftover: leftover)
            return
        }
        let source = try assessed.open(job.source.path)
        let image: any SourceImage
        do {
            image = try shared.library.open(
                source.file, for: job, wholeImageLimit: shared.memory.limit / 2)
        } catch {
            throw cause(of: error, source)
        }
        guard let reuse, reuse.record.rowFormat == image.format.label else {
            return try reserve(due.everything(), source, image, nil)
        }
        try reserve(due, source, image, reuse)
    }

    private func reserve(
        _ due: DueImage, _ source: DigestedSource, _ image: any SourceImage, _ reuse: Reuse?
    ) throws {
        let plan = try CutPlan(
            job: job, image: image, memoryLimit: shared.memory.limit, parts: due.parts)
        shared.memory.reserve(plan.memory) {
            self.shared.pool.submit(TaskPriority(image: self.order, stage: .publish)) { _ in
                self.cut(plan, due, source, reuse)
            }
        }
    }

    private func cut(_ plan: CutPlan, _ due: DueImage, _ source: DigestedSource, _ reuse: Reuse?) {
        do {
            let staged = try stage(plan, reuse)
            let cut = PyramidCut(
                plan: plan, staged: staged, library: shared.library, pool: shared.pool,
                order: order, sourceBytes: source.file.size, counters: shared.counters
            ) { result in
                self.finish(plan, staged, due, source, result)
            }
            cut.start()
        } catch {
            shared.memory.release(plan.memory)
            do {
                try FileSystem.removeTree("\(OutputRoot.staging)/\(job.name)", in: root.folder)
                guard error is ReuseFailure else { return end(failure: error) }
                // What was to be kept is not what was published: nothing of it is.
                try reserve(due.everything(), source, plan.image, nil)
            } catch let second {
                root.leaveASweep()
                end(failure: error is ReuseFailure ? second : error)
            }
        }
    }

    private func stage(_ plan: CutPlan, _ reuse: Reuse?) throws -> StagedPyramid {
        let staged = try StagedPyramid(job: job, levels: plan.levels, root: root)
        if let reuse { try staged.reuse(reuse.files) }
        return staged
    }

    private func finish(
        _ plan: CutPlan, _ staged: StagedPyramid, _ due: DueImage, _ source: DigestedSource,
        _ result: Result<Void, any Error>
    ) {
        shared.memory.release(plan.memory)
        do {
            try result.get()
            try source.checkUnchanged(isCancelled: { self.shared.counters.isCancelled })
            let sealed = try staged.seal(
                Descriptor(
                    job: job, imageSize: plan.image.size, sourceSHA256: source.snapshot.sha256,
                    key: due.key))
            if shared.counters.isCancelled { throw Cancelled() }
            let leftover = try staged.publish(sealed)
            end(
                .cut, imageSize: plan.image.size, tiles: sealed.tiles, bytes: sealed.bytes,
                warnings: plan.image.warnings
                    + remember(
                        due, source.snapshot, plan.image.format.label, plan.image.size, sealed),
                leftover: leftover)
        } catch {
            let cause = cause(of: error, source)
            do {
                try staged.discard()
                end(failure: cause, warnings: plan.image.warnings)
            } catch let leftover {
                root.leaveASweep()
                end(failure: cause, warnings: plan.image.warnings + ["\(leftover)"])
            }
        }
    }

    /// A source that was overwritten while it was read looks damaged; that it changed is the cause.
    private func cause(of error: any Error, _ source: DigestedSource) -> any Error {
        if error is Cancelled || error is SystemError { return error }
        do {
            try source.checkUnchanged(isCancelled: { self.shared.counters.isCancelled })
            return error
        } catch {
            return error
        }
    }

    /// Notes what was published. What cannot be noted costs the next run a look at the source.
    ///
    /// - Returns: remarks.
    private func remember(
        _ due: DueImage, _ source: SourceSnapshot, _ rowFormat: String, _ size: PixelSize,
        _ sealed: StagedPyramid.Sealed
    ) -> [String] {
        let stamp: PublishedStamp?
        do {
            stamp = try PublishedStamp(
                of: job.name, folders: sealed.folders,
                descriptorChecksum: sealed.descriptorChecksum, in: root.output)
        } catch {
            return ["\(error)"]
        }
        // Somebody has taken it away already; the next run will see.
        guard let stamp else { return [] }
        root.state.put(
            ImageRecord(
                name: job.name, owner: target.owner(of: job),
                sourcePath: job.source.manifestPath, source: source, key: due.key,
                recipe: due.recipe.text, rowFormat: rowFormat, imageSize: size, published: stamp,
                catalogLine: sealed.catalogLine))
        return []
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
        error: String? = nil, warnings: [String] = [], leftover: SystemError? = nil,
        isDiskFull: Bool = false
    ) {
        if leftover != nil { root.leaveASweep() }
        ended(
            JobOutcome(
                name: job.name, origin: job.origin, source: job.source.manifestPath,
                output: job.output, status: status, imageSize: imageSize, tiles: tiles,
                bytes: bytes, seconds: (shared.clock.now - begun) / .seconds(1), error: error,
                warnings: warnings + (leftover.map { ["\($0)"] } ?? []),
                keptPrevious: status == .failed && root.output.hasPublished(job.name),
                isDiskFull: isDiskFull))
    }
}
