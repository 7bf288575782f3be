import Synchronization
import TilePyramid

/// Size and checksum of each tile of an image, kept as they are written, by any thread.
final class WrittenTiles: Sendable {
    private struct Grid {
        let level: CutLevel
        /// By row, then column; 0 is a tile that has not been written, for no file is empty.
        var sizes: [UInt32]
        var checksums: [UInt64]
        var written = 0

        init(_ level: CutLevel) {
            self.level = level
            sizes = Array(repeating: 0, count: level.level.tileCount)
            checksums = Array(repeating: 0, count: level.level.tileCount)
        }

        mutating func enter(_ tile: TileIndex, size: Int, checksum: Checksum) {
            guard level.level.contains(tile), size > 0 else { return }
            let place = tile.y * level.level.columns + tile.x
            if sizes[place] == 0 { written += 1 }
            sizes[place] = UInt32(clamping: size)
            checksums[place] = checksum.value
        }

        /// Its tiles, row by row.
        var entries: [Inventory.Entry] {
            sizes.indices.map { place in
                let columns = level.level.columns
                return Inventory.Entry(
                    part: .level(level.id),
                    path: level.path(of: TileIndex(x: place % columns, y: place / columns)),
                    size: Int(sizes[place]), checksum: Checksum(value: checksums[place]))
            }
        }
    }

    private let grids: Mutex<[LevelID: Grid]>

    init(levels: [CutLevel]) {
        grids = Mutex(Dictionary(uniqueKeysWithValues: levels.map { ($0.id, Grid($0)) }))
    }

    func enter(_ tile: TileIndex, of level: LevelID, size: Int, checksum: Checksum) {
        grids.withLock { $0[level]?.enter(tile, size: size, checksum: checksum) }
    }

    /// Tiles that have been written, and those that there should be.
    var counts: (written: Int, expected: Int) {
        grids.withLock { grids in
            (
                grids.values.map(\.written).reduce(0, +),
                grids.values.map(\.level.level.tileCount).reduce(0, +)
            )
        }
    }

    /// The tiles of a complete level, row by row; none of a level that was not written.
    func entries(of level: LevelID) -> [Inventory.Entry] {
        grids.withLock { $0[level] }?.entries ?? []
    }
}
