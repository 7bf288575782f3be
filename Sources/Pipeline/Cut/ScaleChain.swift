import Raster
import TilePyramid

/// Rows on their way through all scales: what is read at full size is handed to the bands of that
/// scale and halved into the next at once, while it is still in the processor's cache.
///
/// One thread at a time drives it.
final class ScaleChain: @unchecked Sendable {
    // SAFETY: `PyramidCut` lets one reading task at a time touch it.

    /// A full band of a track.
    struct Filled {
        let track: TrackID
        /// Which of the track's bands it is.
        let index: Int
        let band: Band
    }

    struct TrackID: Hashable, Sendable {
        let scale: Int
        let track: Int
    }

    private struct Position {
        /// Rows of the scale written so far.
        var written = 0
        /// Rows of the scale that have been halved.
        var halved = 0
        /// The band being filled, by track; `nil` where its first row is still to come.
        var bands: [Filled?]
        /// Bands that have been begun, by track.
        var begun: [Int]
    }

    private let grid: BandGrid
    private let halver: Halver
    private let takeBand: (TrackID) -> Band
    private let emit: (Filled) -> Void
    private var positions: [Position]

    /// - Parameters:
    ///   - takeBand: an empty band for a track.
    ///   - emit: receives every band when it is full or the image ends.
    init(
        grid: BandGrid, halver: Halver, takeBand: @escaping (TrackID) -> Band,
        emit: @escaping (Filled) -> Void
    ) {
        self.grid = grid
        self.halver = halver
        self.takeBand = takeBand
        self.emit = emit
        positions = grid.scales.map { scale in
            Position(
                bands: scale.tracks.map { _ in nil }, begun: scale.tracks.map { _ in 0 })
        }
    }

    var isComplete: Bool { positions[0].written == height(of: 0) }

    /// Rows of the full image that have been taken.
    var rowsRead: Int { positions[0].written }

    /// Full bands that have been handed on.
    private(set) var bandsEmitted = 0

    /// Takes up to `most` rows of the full image from `read`, which appends them to the band it is
    /// given.
    ///
    /// - Parameter most: a multiple of 4.
    func advance(most: Int, read: (_ count: Int, _ band: Band) throws -> Void) rethrows {
        let target = openBand(TrackID(scale: 0, track: 0))
        let count = min(most, room(in: target))
        try read(count, target.band)
        took(count, in: 0)
    }

    private func height(of scale: Int) -> Int { grid.scales[scale].size.height }

    private func track(_ id: TrackID) -> BandGrid.Track { grid.scales[id.scale].tracks[id.track] }

    /// Rows that are still to come in a band.
    private func room(in filled: Filled) -> Int {
        let rows = track(filled.track).rows(
            ofBand: filled.index, height: height(of: filled.track.scale))
        return rows.count - filled.band.rows
    }

    /// The band of a track that is being filled, or a new one.
    private func openBand(_ id: TrackID) -> Filled {
        if let filled = positions[id.scale].bands[id.track] { return filled }
        let index = positions[id.scale].begun[id.track]
        let band = takeBand(id)
        band.rows = 0
        band.firstRow = track(id).rows(ofBand: index, height: height(of: id.scale)).lowerBound
        let filled = Filled(track: id, index: index, band: band)
        positions[id.scale].bands[id.track] = filled
        positions[id.scale].begun[id.track] += 1
        return filled
    }

    /// `count` rows have been appended to the first track's band of `scale`.
    private func took(_ count: Int, in scale: Int) {
        let primary = openBand(TrackID(scale: scale, track: 0))
        copy(last: count, of: primary.band, in: scale)
        positions[scale].written += count
        if scale + 1 < grid.scales.count { halve(primary.band, in: scale) }
        emitFull(primary.track)
    }

    /// The other tracks' copies; their bands end elsewhere.
    private func copy(last count: Int, of primary: Band, in scale: Int) {
        for index in grid.scales[scale].tracks.indices.dropFirst() {
            let id = TrackID(scale: scale, track: index)
            var from = primary.rows - count
            while from < primary.rows {
                let target = openBand(id)
                let piece = min(primary.rows - from, room(in: target))
                target.band.append(from..<from + piece, of: primary)
                from += piece
                emitFull(id)
            }
        }
    }

    /// Halves what is there in whole pairs of rows, and the rest at the image's end.
    private func halve(_ primary: Band, in scale: Int) {
        let pair = 2 * grid.format.rowQuantum
        while true {
            let ready = positions[scale].written - positions[scale].halved
            let isLast = positions[scale].written == height(of: scale)
            let usable = isLast ? ready : ready / pair * pair
            guard usable > 0 else { return }
            let target = openBand(TrackID(scale: scale + 1, track: 0))
            let count = min(usable, 2 * room(in: target))
            let first = positions[scale].halved - primary.firstRow
            halver.halve(first..<first + count, of: primary, into: target.band)
            positions[scale].halved += count
            took((count + 1) / 2, in: scale + 1)
        }
    }

    /// Hands a track's band on if it is full, after the next one has got the rows that both hold.
    private func emitFull(_ id: TrackID) {
        while let full = positions[id.scale].bands[id.track], room(in: full) == 0 {
            positions[id.scale].bands[id.track] = nil
            let height = height(of: id.scale)
            if full.index + 1 < track(id).bands(height: height) {
                let next = track(id).rows(ofBand: full.index + 1, height: height)
                let shared = next.lowerBound - full.band.firstRow
                if shared < full.band.rows {
                    openBand(id).band.append(shared..<full.band.rows, of: full.band)
                }
            }
            handOn(full)
        }
    }

    private func handOn(_ full: Filled) {
        bandsEmitted += 1
        emit(full)
    }
}
