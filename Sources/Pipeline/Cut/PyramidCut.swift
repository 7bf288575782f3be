import Raster
import Synchronization
import TilePyramid

/// One image being cut: reads its rows and hands full bands to the pool's workers as runs of tiles,
/// until the last task has ended.
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
        /// Bands that are done with, by the scale that they are as wide as.
        var spareBands: [Int: [Band]] = [:]
        var failure: (any Error)?
        /// Whoever waits for the last task.
        var waiting: CheckedContinuation<Void, any Error>?
    }

    private let setup: CutSetup
    private let staged: StagedPyramid
    private let library: any ImageLibrary
    private let pool: WorkerPool
    private let order: Int
    private let sourceBytes: Int
    private let counters: RunCounters
    private let state = Mutex(State())

    /// - Parameters:
    ///   - order: the image's place among all; earlier ones go first.
    ///   - sourceBytes: size of the source's file, for the progress.
    init(
        _ setup: CutSetup, staged: StagedPyramid, library: any ImageLibrary, pool: WorkerPool,
        order: Int, sourceBytes: Int, counters: RunCounters
    ) {
        self.setup = setup
        self.staged = staged
        self.library = library
        self.pool = pool
        self.order = order
        self.sourceBytes = sourceBytes
        self.counters = counters
    }

    /// Cuts all tiles and thumbnails; returns when no task of this cut is left.
    func run() async throws {
        try await withCheckedThrowingContinuation { continuation in
            state.withLock { $0.waiting = continuation }
            // The opening task holds the count above 0 until all of the first ones are submitted.
            submit(.read) { cut, _ in try cut.begin() }
        }
    }

    private func begin() throws {
        let fromFile = setup.thumbnails.filter { $0.halvings == nil }
        if !fromFile.isEmpty {
            submit(.thumbnail) { try $0.makeThumbnails(fromFile, worker: $1) }
        }
        guard setup.readsRows else { return }
        let reader = try setup.image.rows(scratch: staged.scratch)
        let chain = ScaleChain(
            grid: setup.bands, halver: Halver(linearLight: setup.job.linearLight),
            takeBand: { [unowned self] track in takeBand(track) },
            emit: { [unowned self] filled in encode(filled) })
        // SAFETY: `unowned`: only `read`, a method of the cut, calls the chain.
        submit(.read) { try $0.read(reader, chain, worker: $1) }
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
        let ended = state.withLock {
            state -> (CheckedContinuation<Void, any Error>, (any Error)?)? in
            state.tasks -= 1
            guard state.tasks == 0, let waiting = state.waiting else { return nil }
            state.spareBands = [:]
            state.resumeReading = nil
            state.waiting = nil
            return (waiting, state.failure)
        }
        guard let (waiting, failure) = ended else { return }
        if let failure { waiting.resume(throwing: failure) } else { waiting.resume() }
    }

    // MARK: Reading

    /// Reads until at least one band is full, then lets others have their turn.
    private func read(_ reader: any RowReader, _ chain: ScaleChain, worker: Worker) throws {
        let rows = Self.rowsPerStep(width: setup.image.size.width)
        let before = chain.bandsEmitted
        while !chain.isComplete && chain.bandsEmitted == before {
            guard isAlive else { return }
            try chain.advance(most: rows) { try reader.read($0, into: $1) }
        }
        counters.hasRead(
            sourceBytes: sourceBytes * chain.rowsRead / setup.image.size.height, ofImage: order)
        guard !chain.isComplete else { return }
        let again: Step = { try $0.read(reader, chain, worker: $1) }
        let waits = state.withLock { state in
            guard state.inFlight > setup.window else { return false }
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
        let scale = setup.bands.scales[id.scale]
        let capacity = scale.capacity(of: scale.tracks[id.track])
        let spare: Band? = state.withLock { state in
            guard
                let index = state.spareBands[id.scale]?
                    .firstIndex(where: { $0.capacity == capacity })
            else { return nil }
            return state.spareBands[id.scale]?.remove(at: index)
        }
        return spare
            ?? Band(format: setup.bands.format, width: scale.size.width, capacity: capacity)
    }

    // MARK: Encoding

    /// Submits the tiles of a full band, in runs long enough to be worth a task.
    private func encode(_ filled: ScaleChain.Filled) {
        let track = setup.bands.scales[filled.track.scale].tracks[filled.track.track]
        let runs = track.distinctLevels.flatMap { levels in
            TileRun.runs(ofBand: filled.index, of: track, in: levels)
        }
        if track.isThumbnailSource {
            let wanted = setup.thumbnails.filter { $0.halvings == filled.track.scale }
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
                run.view(of: tile, in: band, colour: setup.job.background), as: setup.job.tiles,
                background: setup.job.background, into: worker.output)
            for level in run.levels {
                try staged.write(worker.output, tile: tile, of: level)
                counters.countTile()
            }
        }
    }

    /// All tiles of a band are written: its memory is free, and reading may go on.
    private func bandIsDone(_ filled: ScaleChain.Filled) {
        let resume: Step? = state.withLock { state in
            state.inFlight -= filled.band.byteCount
            guard state.inFlight <= setup.window else { return nil }
            defer { state.resumeReading = nil }
            return state.resumeReading
        }
        recycle(filled)
        if let resume { submit(.read, resume) }
    }

    private func recycle(_ filled: ScaleChain.Filled) {
        state.withLock { $0.spareBands[filled.track.scale, default: []].append(filled.band) }
    }

    // MARK: Thumbnails

    /// Makes thumbnails from the whole of a scale's rows, or from the file where `band` is `nil`.
    private func makeThumbnails(
        _ thumbnails: [CutSetup.CutThumbnail], from band: Band? = nil, worker: Worker
    ) throws {
        for thumbnail in thumbnails {
            guard isAlive else { return }
            let pixels =
                if let band {
                    try library.resize(band, to: thumbnail.size)
                } else {
                    try setup.image.shrunk(to: thumbnail.size)
                }
            try worker.encoder.encode(
                TileView(pixels), as: thumbnail.spec.encoding, background: setup.job.background,
                into: worker.output)
            try staged.write(worker.output, thumbnail: thumbnail.spec)
        }
    }
}
