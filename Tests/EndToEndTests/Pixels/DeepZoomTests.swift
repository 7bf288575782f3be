import CFixtures
import Foundation
import PixelFixtures
import Testing
import TilePyramid

/// Layout `dzi` as the program cuts it: every pixel, and against what libvips makes of the same.
@Suite struct DeepZoomTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        let width: Int
        let height: Int
        /// Of the manifest, beside the source.
        let settings: String
        var testDescription: String { "\(width) x \(height), \(settings)" }
    }

    static let shapes = [
        Shape(width: 1, height: 1, settings: "layout: dzi"),
        Shape(width: 255, height: 509, settings: "layout: dzi"),
        Shape(width: 3073, height: 121, settings: "layout: dzi, tileSize: 100, overlap: 8"),
        Shape(width: 321, height: 230, settings: "layouts: [dzi], tileSize: 3"),
        Shape(
            width: 521, height: 730,
            settings: "layouts: [tiled, dzi], tileSizes: [256, 128, 64], tileSize: 127"),
        Shape(
            width: 521, height: 730,
            settings: "layouts: [dzi, tiled], tileSizes: [400, 200, 100], overlap: 5"),
    ]

    @Test(arguments: shapes)
    func everyPixelOfEveryLevel(_ shape: Shape) throws {
        let workspace = try Workspace()
        try workspace.write(
            CoordinateImageTests.picture(shape.width, shape.height), to: "at.ppm")
        try workspace.writeManifest("{ source: at.ppm, extension: png, \(shape.settings) }")
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        try #require(run.status == 0, "\(run.err)")
        let set = try TileSet(workspace.url("out/at"))
        for layout in set.descriptor.layouts {
            var expected = CoordinateImageTests.coordinates(shape.width, shape.height)
            var scale = 1.0
            for level in layout.levels.reversed() {
                while scale > level.scale {
                    expected = expected.halved
                    scale /= 2
                }
                let found = try set.level(level, of: layout)
                #expect(found == expected, "\(layout.name), level \(level.level)")
            }
        }
        let files = try workspace.tree("out/at").filter { $0.contains(".") }
        #expect(Set(files) == set.paths, "what the descriptor names, and nothing else")
        #expect(set.paths.contains("at.dzi"))
        let again = try Tilecut.run("build", "m.yaml", in: workspace)
        #expect(again.err.contains("1 unchanged"), "\(again.err)")
        #expect(try Tilecut.run("verify", "out", in: workspace).status == 0)
    }

    struct Options: Sendable, CustomTestStringConvertible {
        let tileSize: Int
        let overlap: Int
        /// Our extension and quality, and libvips' name for it.
        let settings: String
        let suffix: String
        /// Largest mean difference of a tile.
        let within: Double
        var testDescription: String { "\(tileSize) + \(overlap), \(suffix)" }
    }

    /// libvips cuts off where it halves, and rounds here: half a step a level.
    static let options = [
        Options(
            tileSize: 254, overlap: 1, settings: "quality: 80", suffix: ".jpg[Q=80,strip]",
            within: 4),
        Options(
            tileSize: 256, overlap: 0, settings: "quality: 95", suffix: ".jpg[Q=95,strip]",
            within: 4),
        Options(
            tileSize: 67, overlap: 8, settings: "extension: png", suffix: ".png[strip]", within: 4),
        Options(
            tileSize: 128, overlap: 3, settings: "extension: webp, lossless: true",
            suffix: ".webp[lossless,strip]", within: 4),
    ]

    @Test(arguments: options)
    func sameAsLibvips(_ options: Options) throws {
        let workspace = try Workspace()
        // Grain: a tile that is one pixel off differs by a third of its range.
        let picture = Picture(.rgb, 777, 401) { x, y, c in
            UInt8(40 + ((x &* 7919) ^ (y &* 104_729)) % 97 + x / 8 + c * 7)
        }
        // 4:2:0, so that JPEG tiles are made of its planes.
        try workspace.write(VipsFixture(picture).encoded("jpg[Q=85]"), to: "a.jpg")
        try workspace.writeManifest(
            "{ source: a.jpg, layout: dzi, tileSize: \(options.tileSize), "
                + "overlap: \(options.overlap), thumbnail: false, \(options.settings) }")
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        try #require(run.status == 0, "\(run.err)")
        let theirs = workspace.url("theirs").path(percentEncoded: false)
        let result = cfixtures_dzsave(
            workspace.url("a.jpg").path(percentEncoded: false), theirs, Int32(options.tileSize),
            Int32(options.overlap), options.suffix)
        try #require(result == 0, "this libvips has no dzsave")

        let ours = try workspace.tree("out/a/a_files").filter { $0.contains(".") }
        let expected = try workspace.tree("theirs_files")
            .filter { $0.contains(".") && !$0.hasSuffix(".xml") }
        #expect(ours == expected)
        for path in ours {
            let our = try Pixels(contentsOf: workspace.url("out/a/a_files/\(path)"))
            let their = try Pixels(contentsOf: workspace.url("theirs_files/\(path)"))
            try #require((our.width, our.height) == (their.width, their.height), "\(path)")
            #expect(our.distance(to: their) <= options.within, "\(path)")
        }
        let both = try ["out/a/a.dzi", "theirs.dzi"].map { try XMLFacts(workspace.text(of: $0)) }
        #expect(both[0] == both[1])
    }
}

/// What a `.dzi` says, whatever its order and white space.
private struct XMLFacts: Equatable {
    let values: [String: String]

    init(_ text: String) throws {
        var values: [String: String] = [:]
        for match in text.matches(of: #/([A-Za-z:]+)="([^"]*)"/#) {
            values[String(match.1)] = String(match.2)
        }
        try #require(values["TileSize"] != nil && text.contains("<Size"))
        self.values = values
    }
}
