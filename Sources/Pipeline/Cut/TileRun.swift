import Raster
import Synchronization
import TilePyramid

/// Neighbouring tiles of one tile row: what one task encodes.
struct TileRun: Sendable {
    let level: Level
    let row: Int
    let columns: Range<Int>

    var tiles: some Sequence<TileIndex> { columns.lazy.map { TileIndex(x: $0, y: row) } }

    /// The tiles that a full band holds, in runs of about `Self.pixels`.
    ///
    /// A band starts at a tile row of each level of its track and holds whole tile rows, but for
    /// the last one of the image.
    static func runs(of band: Band, in level: Level) -> [TileRun] {
        let first = band.firstRow / level.tileSide
        let end = (band.firstRow + band.rows + level.tileSide - 1) / level.tileSide
        let columnsPerRun = max(1, Self.pixels / (level.tileSide * level.tileSide))
        return (first..<end).flatMap { row in
            stride(from: 0, to: level.columns, by: columnsPerRun).map { column in
                TileRun(
                    level: level, row: row,
                    columns: column..<min(column + columnsPerRun, level.columns))
            }
        }
    }

    /// Enough that a task's own cost does not count, little enough that workers end together.
    private static let pixels = 1 << 17

    func view(of tile: TileIndex, in band: Band) -> TileView {
        let rect = level.storedPixels(of: tile)
        return TileView(
            band: band, x: rect.x, y: rect.y - band.firstRow, width: rect.width,
            height: rect.height)
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
