import Raster
import Synchronization
import TilePyramid

/// Neighbouring tiles of one tile row: what one task encodes.
struct TileRun: Sendable {
    let level: CutLevel
    let row: Int
    let columns: Range<Int>

    var tiles: some Sequence<TileIndex> { columns.lazy.map { TileIndex(x: $0, y: row) } }

    /// The tiles of a level that band `index` of a track holds, in runs of about `Self.pixels`.
    static func runs(ofBand index: Int, of track: BandGrid.Track, in level: CutLevel) -> [TileRun] {
        let side = level.level.tileSide
        let perBand = track.step / side
        let rows =
            (index * perBand)..<max(index * perBand, min((index + 1) * perBand, level.level.rows))
        let columns = level.level.columns
        let columnsPerRun = max(1, Self.pixels / (side * side))
        return rows.flatMap { row in
            stride(from: 0, to: columns, by: columnsPerRun).map { column in
                TileRun(
                    level: level, row: row, columns: column..<min(column + columnsPerRun, columns))
            }
        }
    }

    /// Enough that a task's own cost does not count, little enough that workers end together.
    private static let pixels = 1 << 17

    /// - Parameter colour: of what a padded tile has outside the image.
    func view(of tile: TileIndex, in band: Band, colour: RGBColor) -> TileView {
        let rect = level.level.storedPixels(of: tile)
        let view = TileView.cut(
            x: rect.x, y: rect.y - band.firstRow, width: rect.width, height: rect.height, of: band)
        switch level.level.edges {
        case .cut: return view
        case .padded:
            let side = level.level.tileSide
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
