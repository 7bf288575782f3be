import Raster
import Synchronization
import TilePyramid

/// Neighbouring tiles of one tile row: what one task encodes.
struct TileRun: Sendable {
    /// Whose tiles they are; all have the same.
    let levels: [CutLevel]
    let row: Int
    let columns: Range<Int>

    var tiles: some Sequence<TileIndex> { columns.lazy.map { TileIndex(x: $0, y: row) } }

    private var level: Level { levels[0].level }

    /// The tiles that band `index` of a track holds of levels that have the same, in runs of about
    /// `Self.pixels`.
    static func runs(ofBand index: Int, of track: BandGrid.Track, in levels: [CutLevel])
        -> [TileRun]
    {
        let level = levels[0].level
        let perBand = track.step / level.tileSide
        let first = min(index * perBand, level.rows)
        let end = min((index + 1) * perBand, level.rows)
        let columnsPerRun = max(1, Self.pixels / (level.tileSide * level.tileSide))
        return (first..<end).flatMap { row in
            stride(from: 0, to: level.columns, by: columnsPerRun).map { column in
                TileRun(
                    levels: levels, row: row,
                    columns: column..<min(column + columnsPerRun, level.columns))
            }
        }
    }

    /// Enough that a task's own cost does not count, little enough that workers end together.
    private static let pixels = 1 << 17

    /// - Parameter colour: of what a padded tile has outside the image.
    func view(of tile: TileIndex, in band: Band, colour: RGBColor) -> TileView {
        let rect = level.storedPixels(of: tile)
        let view = TileView.cut(
            x: rect.x, y: rect.y - band.firstRow, width: rect.width, height: rect.height, of: band)
        switch level.edges {
        case .cut: return view
        case .padded:
            let side = level.tileSide
            return view.padded(
                toWidth: side, height: side, red: colour.red, green: colour.green,
                blue: colour.blue)
        }
    }
}

/// Counts tasks down from any thread.
final class Countdown: Sendable {
    private let left: Atomic<Int>

    init(_ count: Int) { left = Atomic(count) }

    /// Whether this was the last of them.
    func isLast() -> Bool {
        left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }
}
