import Foundation
import Testing
import TilePyramid

/// Tells whether a published pyramid shows its source: puts each level together from its tiles and
/// holds it against the source, shrunk by other code than the program's.
struct Oracle {
    /// How far a level is from what it should be, in levels of 0...255.
    struct Difference: CustomStringConvertible {
        let level: Int
        let scale: Double
        let largest: Float
        let mean: Float

        var description: String {
            "level \(level), scale \(scale): largest \(largest), mean \(mean)"
        }
    }

    let set: TileSet
    let source: Light
    let linearLight: Bool

    /// - Parameters:
    ///   - folder: the published image's.
    ///   - source: what it was cut from.
    init(_ folder: URL, source: URL, page: Int = 0, linearLight: Bool = false) throws {
        set = try TileSet(folder)
        let pixels = try Light(contentsOf: source, page: page)
        let isOpaque = ["jpg", "jpeg"].contains(set.descriptor.imageExtension)
        self.source = isOpaque ? pixels.flattened(on: [255, 255, 255]) : pixels
        self.linearLight = linearLight
    }

    /// From the full image down.
    func differences() throws -> [Difference] {
        var expected = linearLight ? source.mapped(Self.light) : source
        var scale = 1.0
        var all: [Difference] = []
        for entry in set.descriptor.layout.levels.sorted(by: { $0.scale > $1.scale }) {
            while scale > entry.scale {
                expected = expected.halved
                scale /= 2
            }
            let seen = linearLight ? expected.mapped(Self.value) : expected
            all.append(try difference(entry, seen))
        }
        return all
    }

    private func difference(_ entry: Descriptor.LevelEntry, _ expected: Light) throws
        -> Difference
    {
        try #require(expected.width == entry.pixelSize.width, "level \(entry.level)")
        try #require(expected.height == entry.pixelSize.height, "level \(entry.level)")
        let side = Int(Double(entry.tileSize) * entry.scale)
        var found = Light(width: expected.width, height: expected.height)
        for y in 0..<entry.rows {
            for x in 0..<entry.columns {
                let path = set.descriptor.path(of: TileIndex(x: x, y: y), in: entry)
                let tile = try Light(contentsOf: set.folder.appending(path: path))
                try #require(tile.width == min(side, found.width - x * side), "\(path)")
                try #require(tile.height == min(side, found.height - y * side), "\(path)")
                found.paste(tile, x: x * side, y: y * side)
            }
        }
        var largest: Float = 0
        var sum = 0.0
        for (a, b) in zip(found.samples, expected.samples) {
            largest = max(largest, abs(a - b))
            sum += Double(abs(a - b))
        }
        return Difference(
            level: entry.level, scale: entry.scale, largest: largest,
            mean: Float(sum / Double(found.samples.count)))
    }

    /// sRGB's curve (IEC 61966-2-1).
    private static func light(_ value: Float) -> Float {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func value(_ light: Float) -> Float {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
