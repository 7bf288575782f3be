import Foundation
import Testing
import TilePyramid

/// An image whose pixels are their own positions, cut by the program in PNG: every pixel of every
/// tile is known without any stored file.
@Suite struct CoordinateImageTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let width: Int
        let height: Int
        let sizes: [Int]
        var testDescription: String { "\(width) x \(height), \(sizes)" }
    }

    static let shapes = [
        Shape(width: 1, height: 1, sizes: [512, 256, 128]),
        Shape(width: 1, height: 700, sizes: [512, 256, 128]),
        Shape(width: 700, height: 1, sizes: [512, 256, 128]),
        Shape(width: 512, height: 256, sizes: [512, 256, 128]),
        Shape(width: 513, height: 257, sizes: [512, 256, 128]),
        Shape(width: 3073, height: 421, sizes: [1024, 512, 256, 128]),
        Shape(width: 521, height: 730, sizes: [400, 200, 100, 200]),
    ]

    @Test(arguments: shapes, ["1", "2", "4", "full"])
    func everyPixelOfEveryLevel(_ shape: Shape, density: String) throws {
        let workspace = try Workspace()
        try workspace.write(Self.picture(shape.width, shape.height), to: "at.ppm")
        try workspace.writeManifest(
            "{ source: at.ppm, extension: png, tileSizes: \(shape.sizes), density: \(density) }")
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        try #require(run.status == 0, "\(run.err)")
        let set = try TileSet(workspace.url("out/at"))
        #expect(Set(set.descriptor.layout.levels.map(\.level)) == Set(1...shape.sizes.count))
        var expected = Self.coordinates(shape.width, shape.height)
        var scale = 1.0
        for level in set.descriptor.layout.levels.reversed() {
            while scale > level.scale {
                expected = expected.halved
                scale /= 2
            }
            #expect(try set.level(level) == expected, "level \(level.level)")
        }
        let files = try workspace.tree("out/at").filter { $0.contains(".") }
        #expect(Set(files) == set.paths, "what the descriptor names, and nothing else")
    }

    static func coordinates(_ width: Int, _ height: Int) -> Pixels {
        var pixels = Pixels(width: width, height: height, channels: 3)
        for y in 0..<height {
            for x in 0..<width {
                let start = (y * width + x) * 3
                pixels.samples[start] = UInt8(x & 255)
                pixels.samples[start + 1] = UInt8(y & 255)
                pixels.samples[start + 2] = UInt8((x >> 8) * 16 + (y >> 8))
            }
        }
        return pixels
    }

    /// The same as a PPM file.
    static func picture(_ width: Int, _ height: Int) -> Data {
        Data("P6\n\(width) \(height)\n255\n".utf8) + coordinates(width, height).samples
    }
}
