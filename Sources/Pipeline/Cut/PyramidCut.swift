import Raster
import Synchronization
import TilePyramid

/// One image being cut: reads its rows, hands full bands to the pool's workers as runs of tiles,
/// and calls `finished` once, when the last task has ended.
///
/// Nothing here waits. Reading is a task that ends after each round of full bands; it submits
/// itself again, or leaves that to the task that brings the bands in flight below the window.
final class PyramidCut: Sendable {
    private typealias Step = @Sendable (PyramidCut, Worker) throws -> Void

    private struct State {
        /// Tasks submitted and not ended, the reading task included.
        var tasks = 0
        /// Bytes of the bands that wait for their tiles to be encoded.
        var inFlight = 0
        /// The reading task, while it waits for bands to be encoded.
        var resumeReading: Step?
        var spareBands: [ScaleChain.TrackID: [Band]] = [:]
        var failure: (any Error)?
    }

    private let plan: CutPlan
    private let staged: StagedPyramid
    private let library: any ImageLibrary
    private let pool: WorkerPool
    private let order: Int
    private let sourceBytes: Int
    private let counters: RunCounters
    private let finished: @Sendable (Result<Void, any Error>) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - order: the image's place among all; earlier ones go first.
    ///   - sourceBytes: size of the source's file, for the progress.
    ///   - finished: called once, on a worker, when no task of this cut is left.
    init(
        plan: CutPlan, staged: StagedPyramid, library: any ImageLibrary, pool: WorkerPool,
        order: Int, sourceBytes: Int, counters: RunCounters,
        finished: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        self.plan = plan
        self.staged = staged
        self.library = library
        self.pool = pool
        self.order = order
        self.sourceBytes = sourceBytes
        self.counters = counters
        self.finished = finished
    }

    func start() {
        // The opening task holds the count above 0 until all of the first tasks are submitted.
        submit(.read) { cut, _ in
            let fromFile = cut.plan.thumbnails.filter { $0.halvings == nil }
            if !fromFile.isEmpty {
                cut.submit(.thumbnail) { try $0.makeThumbnails(fromFile, worker: $1) }
            }
            guard cut.plan.readsRows else { return }
            let reader = try cut.plan.image.rows(scratch: cut.staged.scratch)
            let chain = ScaleChain(
                plan: cut.plan.bands, halver: Halver(linearLight: cut.plan.job.linearLight),
                takeBand: { [unowned cut] track in cut.takeBand(track) },
                emit: { [unowned cut] filled in cut.encode(filled) })
            // SAFETY: `unowned`: only `read`, a method of the cut, calls the chain.
            cut.submit(.read) { try $0.read(reader, chain, worker: $1) }
        }
    }

    // MARK: Tasks

    /// Submits a task; errors it throws fail the image, and a failed image's tasks do nothing.
    private func submit(
        _ stage: TaskPriority.Stage, _ body: @escaping Step
    ) {
        state.withLock { $0.tasks += 1 }
        pool.submit(TaskPriority(image: order, stage: stage)) { worker in
            if self.isAlive {
                do { try body(self, worker) } catch { self.fail(error) }
            }
            self.taskEnded()
        }
    }

    private var isAlive: Bool {
        if counters.isCancelled { fail(Cancelled()) }
        return state.withLock { $0.failure == nil }
    }

    private func fail(_ error: any Error) {
        state.withLock { state in
            if state.failure == nil { state.failure = error }
        }
    }

    private func taskEnded() {
        let result: Result<Void, any Error>? = state.withLock { state in
            state.tasks -= 1
            guard state.tasks == 0 else { return nil }
            state.spareBands = [:]
            state.resumeReading = nil
            return state.failure.map { .failure($0) } ?? .success(())
        }
        if let result { finished(result) }
    }

    // MARK: Reading

    /// Reads until at least one band is full, then lets others have their turn.
    private func read(_ reader: any RowReader, _ chain: ScaleChain, worker: Worker) throws {
        let rows = Self.rowsPerStep(width: plan.image.size.width)
        let before = state.withLock { $0.inFlight }
        while !chain.isComplete {
            guard isAlive else { return }
            try chain.advance(most: rows) { try reader.read($0, into: $1) }
            if state.withLock({ $0.inFlight }) > before { break }
        }
        counters.hasRead(
            sourceBytes: sourceBytes * chain.rowsRead / plan.image.size.height, ofImage: order)
        guard !chain.isComplete else { return }
        let again: Step = { try $0.read(reader, chain, worker: $1) }
        let waits = state.withLock { state in
            guard state.inFlight > plan.window else { return false }
            state.resumeReading = again
            return true
        }
        if !waits { submit(.read, again) }
    }

    /// About 256 KiB of luma at a time stays in a core's cache on its way down the scales.
    private static func rowsPerStep(width: Int) -> Int {
        min(max((1 << 18) / width & ~15, 16), 256)
    }

    private func takeBand(_ id: ScaleChain.TrackID) -> Band {
        if let spare = state.withLock({ $0.spareBands[id]?.popLast() }) { return spare }
        let scale = plan.bands.scales[id.scale]
        return Band(
            format: plan.bands.format, width: scale.size.width,
            capacity: plan.bands.capacity(of: scale.tracks[id.track], in: scale))
    }

    // MARK: Encoding

    /// Submits the tiles of a full band, in runs long enough to be worth a task.
    private func encode(_ filled: ScaleChain.Filled) {
        let track = plan.bands.scales[filled.track.scale].tracks[filled.track.track]
        let runs = track.levels.flatMap { TileRun.runs(of: filled.band, in: $0) }
        if track.isThumbnailSource {
            let wanted = plan.thumbnails.filter { $0.halvings == filled.track.scale }
            submit(.thumbnail) { try $0.makeThumbnails(wanted, from: filled.band, worker: $1) }
        }
        guard !runs.isEmpty else {
            if !track.isThumbnailSource { recycle(filled) }
            return
        }
        let left = Countdown(runs.count)
        state.withLock { $0.inFlight += filled.band.byteCount }
        for run in runs {
            submit(.encode) { cut, worker in
                try cut.encode(run, of: filled.band, worker: worker)
                if left.isLast() { cut.bandIsDone(filled) }
            }
        }
    }

    private func encode(_ run: TileRun, of band: Band, worker: Worker) throws {
        for tile in run.tiles {
            guard isAlive else { return }
            try worker.encoder.encode(
                run.view(of: tile, in: band), as: plan.job.tiles, background: plan.job.background,
                into: worker.output)
            try staged.write(
                worker.output, tile: tile, level: run.level,
                extension: plan.job.tiles.fileExtension)
            counters.countTile()
        }
    }

    /// All tiles of a band are written: its memory is free, and reading may go on.
    private func bandIsDone(_ filled: ScaleChain.Filled) {
        let resume: Step? = state.withLock { state in
            state.inFlight -= filled.band.byteCount
            guard state.inFlight <= plan.window else { return nil }
            defer { state.resumeReading = nil }
            return state.resumeReading
        }
        recycle(filled)
        if let resume { submit(.read, resume) }
    }

    private func recycle(_ filled: ScaleChain.Filled) {
        state.withLock { $0.spareBands[filled.track, default: []].append(filled.band) }
    }

    // MARK: Thumbnails

    /// Makes thumbnails from the whole of a scale's rows, or from the file where `band` is `nil`.
    private func makeThumbnails(
        _ thumbnails: [CutPlan.PlannedThumbnail], from band: Band? = nil, worker: Worker
    ) throws {
        for thumbnail in thumbnails {
            guard isAlive else { return }
            let pixels =
                if let band {
                    try library.resize(band, to: thumbnail.size)
                } else {
                    try plan.image.shrunk(to: thumbnail.size)
                }
            try worker.encoder.encode(
                TileView(pixels), as: thumbnail.spec.encoding, background: plan.job.background,
                into: worker.output)
            try staged.write(worker.output, thumbnail: thumbnail.spec)
        }
    }
}
