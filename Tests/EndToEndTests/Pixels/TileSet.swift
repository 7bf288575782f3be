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

    /// The whole level, put together from its tiles by the descriptor's own path and sizes. What two
    /// tiles both have is the same in both, as far as the format keeps it.
    ///
    /// - Parameter layout: of `entry`; the first where none is given.
    func level(
        _ entry: Descriptor.LevelEntry, of layout: Descriptor.LayoutEntry? = nil
    ) throws -> Pixels {
        let side = Int(Double(entry.tileSize) * entry.scale)
        let overlap = (layout ?? descriptor.layout).overlap ?? 0
        var whole: Pixels?
        var tiles: [(tile: Pixels, x: Int, y: Int)] = []
        for y in 0..<entry.rows {
            for x in 0..<entry.columns {
                let path = descriptor.path(
                    of: TileIndex(x: x, y: y), in: entry, layout: layout)
                let tile = try Pixels(contentsOf: folder.appending(path: path))
                let left = max(0, x * side - overlap)
                let top = max(0, y * side - overlap)
                let width = min((x + 1) * side + overlap, entry.pixelSize.width) - left
                let height = min((y + 1) * side + overlap, entry.pixelSize.height) - top
                try #require((tile.width, tile.height) == (width, height), "\(path)")
                if whole == nil {
                    whole = Pixels(
                        width: entry.pixelSize.width, height: entry.pixelSize.height,
                        channels: tile.channels)
                }
                whole?.paste(tile, x: left, y: top)
                tiles.append((tile, left, top))
            }
        }
        let found = try #require(whole)
        if ["png"].contains(descriptor.imageExtension), overlap > 0 {
            for (tile, x, y) in tiles {
                var again = found
                again.paste(tile, x: x, y: y)
                #expect(again == found, "overlaps of level \(entry.level)")
            }
        }
        return found
    }

    /// Every file that the descriptor names, itself included.
    var paths: Set<String> {
        var paths: Set<String> = [Descriptor.fileName]
        paths.formUnion(descriptor.thumbnails.map(\.path))
        for layout in descriptor.layouts {
            if let sideFile = layout.sideFile { paths.insert(sideFile) }
            for entry in layout.levels {
                for y in 0..<entry.rows {
                    for x in 0..<entry.columns {
                        let tile = TileIndex(x: x, y: y)
                        paths.insert(descriptor.path(of: tile, in: entry, layout: layout))
                    }
                }
            }
        }
        return paths
    }
}
