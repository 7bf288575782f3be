import Synchronization
import TilePyramid

/// Size and checksum of each tile of an image, entered as they are written, by any thread.
final class TileLedger: Sendable {
    private struct Grid {
        let level: Level
        /// By row, then column; 0 is a tile that has not been written, for no file is empty.
        var sizes: [UInt32]
        var checksums: [UInt64]
        var written = 0

        mutating func enter(_ tile: TileIndex, size: Int, checksum: Checksum) {
            guard level.contains(tile), size > 0 else { return }
            let place = tile.y * level.columns + tile.x
            if sizes[place] == 0 { written += 1 }
            sizes[place] = UInt32(clamping: size)
            checksums[place] = checksum.value
        }
    }

    private let grids: Mutex<[Int: Grid]>

    init(levels: [Level]) {
        grids = Mutex(
            Dictionary(
                uniqueKeysWithValues: levels.map { level in
                    let zeroes = Grid(
                        level: level, sizes: Array(repeating: 0, count: level.tileCount),
                        checksums: Array(repeating: 0, count: level.tileCount))
                    return (level.number, zeroes)
                }))
    }

    func enter(_ tile: TileIndex, level: Int, size: Int, checksum: Checksum) {
        grids.withLock { $0[level]?.enter(tile, size: size, checksum: checksum) }
    }

    /// Tiles that have been entered, and those that there should be.
    var counts: (written: Int, expected: Int) {
        grids.withLock { grids in
            (
                grids.values.map(\.written).reduce(0, +),
                grids.values.map(\.level.tileCount).reduce(0, +)
            )
        }
    }

    struct File: Sendable {
        let tile: TileIndex
        let size: Int
        let checksum: Checksum
    }

    /// The tiles of a complete level, row by row; none of a level that was not written.
    func files(of level: Int) -> some Sequence<File> {
        let grid = grids.withLock { $0[level] }
        return (grid?.sizes.indices ?? 0..<0).lazy.compactMap { place in
            grid.map { grid in
                let columns = grid.level.columns
                return File(
                    tile: TileIndex(x: place % columns, y: place / columns),
                    size: Int(grid.sizes[place]), checksum: Checksum(value: grid.checksums[place]))
            }
        }
    }
}
