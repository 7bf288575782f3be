import Files
import Raster
import Synchronization
import TilePyramid

/// One job from its source to its outcome: assess, open, cut, publish, remember.
struct ImageRun: Sendable {
    /// What all images of a run share.
    struct Shared: Sendable {
        let library: any ImageLibrary
        let pool: WorkerPool
        let memory: MemoryBudget
        let counters: RunCounters
        let openImages = OpenImages()
        let clock: ContinuousClock
    }

    private let job: Job
    private let target: BatchTarget
    private let order: Int
    private let shared: Shared
    private let begun: ContinuousClock.Instant

    private var root: OutputRoot { target.root }

    /// - Parameter order: the image's place among all.
    init(job: Job, target: BatchTarget, order: Int, shared: Shared) {
        self.job = job
        self.target = target
        self.order = order
        self.shared = shared
        begun = shared.clock.now
    }

    /// Brings the image up to date, as far as that is due.
    func outcome() async -> JobOutcome {
        do {
            switch try target.assessor.assess(job, owner: target.owner(of: job)) {
            case .current(let record, let imageSize):
                if let record { root.state.put(record) }
                return outcome(.unchanged, imageSize: imageSize)
            case .due(let due):
                return try await bringUpToDate(due)
            }
        } catch {
            return failure(error)
        }
    }

    private func bringUpToDate(_ due: DueImage) async throws -> JobOutcome {
        guard let assessed = due.source else {
            preconditionFailure("a run that cuts has read every source")
        }
        let reuse = try Reuse(due, job, in: root.output)
        if let reuse, !due.needsSameRows {
            return try changeDescriptor(due, assessed.snapshot, reuse)
        }
        let source = try assessed.open(job.source.path)
        let image: any SourceImage
        let isAlone = shared.openImages.enter() == 1
        defer { shared.openImages.leave() }
        do {
            image = try shared.library.open(
                source.file, for: job, wholeImageLimit: shared.memory.limit / 2,
                threads: isAlone ? shared.pool.workerCount : 1)
        } catch {
            throw cause(of: error, source)
        }
        if let reuse, reuse.record.rowFormat == image.format.label {
            do {
                return try await cut(due, source, image, reuse)
            } catch is ReuseFailure {
                // What was to be kept is not what was published: nothing of it is.
                try root.discardStaged(job.name)
            }
        }
        return try await cut(due.everything(), source, image, nil)
    }

    /// Replaces nothing but the descriptor.
    private func changeDescriptor(_ due: DueImage, _ source: SourceSnapshot, _ reuse: Reuse) throws
        -> JobOutcome
    {
        let change = DescriptorChange(
            job: job, key: due.key, sha256: source.sha256, previous: reuse, root: root)
        let (sealed, leftover) = try change.publish()
        let size = reuse.record.imageSize
        let warnings = remember(due, source, reuse.record.rowFormat, size, sealed)
        return outcome(
            .cut, imageSize: size, bytes: sealed.bytes, warnings: warnings, leftover: leftover)
    }

    /// Cuts the parts that are due and publishes them beside those that are reused.
    ///
    /// - Throws: before anything is staged; and `ReuseFailure`, with what was staged still there.
    private func cut(
        _ due: DueImage, _ source: DigestedSource, _ image: any SourceImage, _ reuse: Reuse?
    ) async throws -> JobOutcome {
        let setup = try CutSetup(
            job: job, image: image, memoryLimit: shared.memory.limit, parts: due.parts)
        do {
            let staged = try await shared.memory.reserving(setup.memory) {
                // It may have waited long: what has changed meanwhile need not be decoded.
                try source.file.checkUnchanged()
                let staged = try StagedPyramid(job: job, levels: setup.levels, root: root)
                if let reuse { try staged.reuse(reuse.files) }
                try await PyramidCut(
                    setup, staged: staged, library: shared.library, pool: shared.pool,
                    order: order, sourceBytes: source.file.size, counters: shared.counters
                ).run()
                return staged
            }
            return try publish(staged, image, due, source)
        } catch let error as ReuseFailure {
            throw error
        } catch {
            let cause = cause(of: error, source)
            do {
                try root.discardStaged(job.name)
                return failure(cause, warnings: image.warnings)
            } catch let leftover {
                return failure(cause, warnings: image.warnings + ["\(leftover)"])
            }
        }
    }

    private func publish(
        _ staged: StagedPyramid, _ image: any SourceImage, _ due: DueImage,
        _ source: DigestedSource
    ) throws -> JobOutcome {
        try source.checkUnchanged(isCancelled: { shared.counters.isCancelled })
        let sealed = try staged.seal(
            job, imageSize: image.size, source.snapshot, key: due.key)
        if shared.counters.isCancelled { throw Cancelled() }
        let leftover = try staged.publish(sealed)
        let warnings = remember(due, source.snapshot, image.format.label, image.size, sealed)
        return outcome(
            .cut, imageSize: image.size, tiles: sealed.tiles, bytes: sealed.bytes,
            warnings: image.warnings + warnings, leftover: leftover)
    }

    /// A source that was overwritten while it was read looks damaged; that it changed is the cause.
    private func cause(of error: any Error, _ source: DigestedSource) -> any Error {
        if error is Cancelled || error is SystemError { return error }
        do {
            try source.checkUnchanged(isCancelled: { shared.counters.isCancelled })
            return error
        } catch {
            return error
        }
    }

    /// Notes what was published. What cannot be noted costs the next run a look at the source.
    ///
    /// - Returns: warnings.
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
}

/// How many images are being cut: one that is alone has all cores, and its decoder may use them.
final class OpenImages: Sendable {
    private let count = Atomic(0)

    /// - Returns: how many there are now.
    func enter() -> Int { count.add(1, ordering: .relaxed).newValue }

    func leave() { count.subtract(1, ordering: .relaxed) }
}

/// What became of the image.
extension ImageRun {
    private func failure(_ cause: any Error, warnings: [String] = []) -> JobOutcome {
        if cause is Cancelled { return outcome(.skipped, warnings: warnings) }
        return outcome(
            .failed, error: String(describing: cause), warnings: warnings,
            isDiskFull: (cause as? SystemError)?.isDiskFull ?? false)
    }

    /// - Parameter leftover: what could not be removed after publishing.
    private func outcome(
        _ status: JobOutcome.Status, imageSize: PixelSize? = nil, tiles: Int = 0, bytes: Int = 0,
        error: String? = nil, warnings: [String] = [], leftover: SystemError? = nil,
        isDiskFull: Bool = false
    ) -> JobOutcome {
        if leftover != nil { root.leaveASweep() }
        return JobOutcome(
            name: job.name, origin: job.origin, source: job.source.manifestPath,
            output: job.output, status: status, imageSize: imageSize, tiles: tiles,
            bytes: bytes, seconds: (shared.clock.now - begun) / .seconds(1), error: error,
            warnings: warnings + (leftover.map { ["\($0)"] } ?? []),
            keptPrevious: status == .failed && root.output.hasPublished(job.name),
            isDiskFull: isDiskFull)
    }
}
