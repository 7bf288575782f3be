import Foundation
import Imaging
import Raster
import Testing
import TilePyramid

/// A published image: its descriptor, and pixels put together from its files.
struct TileSet {
    let folder: URL
    let descriptor: Descriptor

    init(_ folder: URL) throws {
        self.folder = folder
        let data = try Data(contentsOf: folder.appending(path: Descriptor.fileName))
        descriptor = try JSONDecoder().decode(Descriptor.self, from: data)
    }

    /// The whole level, put together from its tiles by the descriptor's own path and sizes.
    func level(_ entry: Descriptor.LevelEntry) throws -> Pixels {
        let side = Int(Double(entry.tileSize) * entry.scale)
        var whole: Pixels?
        for y in 0..<entry.rows {
            for x in 0..<entry.columns {
                let path = descriptor.path(of: TileIndex(x: x, y: y), in: entry)
                let tile = try Pixels(contentsOf: folder.appending(path: path))
                let width = min(side, entry.pixelSize.width - x * side)
                let height = min(side, entry.pixelSize.height - y * side)
                try #require((tile.width, tile.height) == (width, height), "\(path)")
                if whole == nil {
                    whole = Pixels(
                        width: entry.pixelSize.width, height: entry.pixelSize.height,
                        channels: tile.channels)
                }
                whole?.paste(tile, x: x * side, y: y * side)
            }
        }
        return try #require(whole)
    }

    /// Every file that the descriptor names, itself included.
    var paths: Set<String> {
        var paths: Set<String> = [Descriptor.fileName]
        paths.formUnion(descriptor.thumbnails.map(\.path))
        for entry in descriptor.levels {
            for y in 0..<entry.rows {
                for x in 0..<entry.columns {
                    paths.insert(descriptor.path(of: TileIndex(x: x, y: y), in: entry))
                }
            }
        }
        return paths
    }
}
