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
        /// The band being filled, by track.
        var bands: [Band?]
    }

    private let plan: BandPlan
    private let halver: Halver
    private let takeBand: (TrackID) -> Band
    private let emit: (Filled) -> Void
    private var positions: [Position]

    /// - Parameters:
    ///   - takeBand: an empty band for a track.
    ///   - emit: receives every band when it is full or the image ends.
    init(
        plan: BandPlan, halver: Halver, takeBand: @escaping (TrackID) -> Band,
        emit: @escaping (Filled) -> Void
    ) {
        self.plan = plan
        self.halver = halver
        self.takeBand = takeBand
        self.emit = emit
        positions = plan.scales.map { Position(bands: $0.tracks.map { _ in nil }) }
    }

    var isComplete: Bool { remaining(0) == 0 }

    /// Rows of the full image that have been taken.
    var rowsRead: Int { positions[0].written }

    /// Takes up to `most` rows of the full image from `read`, which appends them to the band it is
    /// given.
    func advance(most: Int, read: (_ count: Int, _ band: Band) throws -> Void) rethrows {
        let band = openBand(scale: 0, track: 0)
        let count = min(most, band.capacity - band.rows, remaining(0))
        try read(count, band)
        took(count, in: 0)
    }

    private func remaining(_ scale: Int) -> Int {
        plan.scales[scale].size.height - positions[scale].written
    }

    private func openBand(scale: Int, track: Int) -> Band {
        if let band = positions[scale].bands[track] { return band }
        let band = takeBand(TrackID(scale: scale, track: track))
        band.rows = 0
        band.firstRow = positions[scale].written
        positions[scale].bands[track] = band
        return band
    }

    /// `count` rows have been appended to the first track's band of `scale`.
    private func took(_ count: Int, in scale: Int) {
        let primary = openBand(scale: scale, track: 0)
        copy(last: count, of: primary, in: scale)
        positions[scale].written += count
        if scale + 1 < plan.scales.count { halve(primary, in: scale) }
        if primary.rows == primary.capacity || remaining(scale) == 0 {
            finish(track: 0, in: scale)
        }
    }

    /// The other tracks' copies; their bands end elsewhere.
    private func copy(last count: Int, of primary: Band, in scale: Int) {
        for track in plan.scales[scale].tracks.indices.dropFirst() {
            var from = primary.rows - count
            while from < primary.rows {
                let band = openBand(scale: scale, track: track)
                // `written` has not moved yet, so a band opened in mid-run starts further on.
                if band.rows == 0 { band.firstRow = primary.firstRow + from }
                let piece = min(primary.rows - from, band.capacity - band.rows)
                band.append(from..<from + piece, of: primary)
                from += piece
                if band.rows == band.capacity
                    || band.firstRow + band.rows == plan.scales[scale].size.height
                {
                    finish(track: track, in: scale)
                }
            }
        }
    }

    /// Halves what is there in whole pairs of rows, and the rest at the image's end.
    private func halve(_ primary: Band, in scale: Int) {
        let pair = 2 * plan.format.rowQuantum
        while true {
            let ready = positions[scale].written - positions[scale].halved
            let usable = remaining(scale) == 0 ? ready : ready / pair * pair
            guard usable > 0 else { return }
            let target = openBand(scale: scale + 1, track: 0)
            let count = min(usable, 2 * (target.capacity - target.rows))
            let first = positions[scale].halved - primary.firstRow
            halver.halve(first..<first + count, of: primary, into: target)
            positions[scale].halved += count
            took((count + 1) / 2, in: scale + 1)
        }
    }

    private func finish(track: Int, in scale: Int) {
        guard let band = positions[scale].bands[track] else { return }
        positions[scale].bands[track] = nil
        emit(Filled(track: TrackID(scale: scale, track: track), band: band))
    }
}
