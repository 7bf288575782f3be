import Foundation
import Pipeline
import Raster
import Testing
import TilePyramid

/// Every stored pixel of every level, against halving done the simple way.
@Suite struct CutPixelsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let width: Int
        let height: Int
        let layouts: [any Layout]
        let format: PixelFormat
        let testDescription: String

        init(_ width: Int, _ height: Int, _ sizes: [Int], _ density: Density, _ format: PixelFormat)
        {
            let tiled = TiledLayout(
                tileSizes: sizes, minTileLevel: 1, maxTileLevel: sizes.count, density: density)
            self.init(width, height, [tiled], format, "\(sizes) \(density)")
        }

        init(
            _ width: Int, _ height: Int, _ layouts: [any Layout], _ format: PixelFormat,
            _ description: String
        ) {
            self.width = width
            self.height = height
            self.layouts = layouts
            self.format = format
            testDescription = "\(width)x\(height) \(description) \(format)"
        }

        static func deepZoom(
            _ width: Int, _ height: Int, _ tileSize: Int, overlap: Int, _ format: PixelFormat,
            beside sizes: [Int]? = nil
        ) -> Case {
            let tiled = sizes.map { sizes -> any Layout in
                TiledLayout(
                    tileSizes: sizes, minTileLevel: 1, maxTileLevel: sizes.count, density: .two)
            }
            let layouts = [DeepZoomLayout(tileSize: tileSize, overlap: overlap)]
            return Case(
                width, height, layouts + (tiled.map { [$0] } ?? []), format,
                "dzi \(tileSize)+\(overlap) \(sizes.map { "\($0)" } ?? "")")
        }
    }

    static let cases: [Case] = [
        Case(1, 1, [64, 32], .one, .rgb),
        Case(1, 300, [64, 32, 16], .two, .rgb),
        Case(300, 1, [64, 32, 16], .one, .grey),
        Case(513, 257, [128, 64, 32], .one, .rgb),
        Case(512, 256, [128, 64, 32], .full, .rgb),
        Case(511, 769, [512, 256, 128], .full, .grey),
        Case(333, 517, [100, 50, 25], .one, .rgb),
        Case(333, 517, [100, 50, 25], .two, .grey),
        Case(333, 517, [96, 40, 15], .full, .grey),
        Case(333, 517, [48, 40, 15], .two, .rgb),
        Case(777, 401, [4096, 16, 32], .one, .grey),
        Case(901, 403, [1024, 512, 256, 128, 64, 32, 16], .one, .rgb),
        Case(901, 403, [1024, 512, 256, 128, 64, 32, 16], .one, .ycc420),
        Case(902, 1203, [256, 128, 64], .two, .ycc420),
        Case(333, 517, [128, 64, 32], .full, .ycc420),
        Case(333, 517, [56, 30, 18], .two, .ycc420),
        Case(65, 67, [3, 3, 3], .full, .rgb),
        Case(65, 67, [1], .full, .grey),
        // Tile sides that are odd somewhere on the way down: chroma is moved by half a sample.
        Case(333, 517, [60, 30, 15], .full, .ycc420),
        Case(201, 203, [7, 5, 3], .full, .ycc420),
        Case(203, 201, [100, 50, 25], .one, .ycc420),
        .deepZoom(1, 1, 254, overlap: 1, .rgb),
        .deepZoom(1, 700, 254, overlap: 1, .grey),
        .deepZoom(700, 1, 64, overlap: 8, .rgb),
        .deepZoom(255, 509, 254, overlap: 1, .rgb),
        .deepZoom(777, 401, 254, overlap: 1, .ycc420),
        .deepZoom(512, 512, 256, overlap: 0, .ycc420),
        .deepZoom(333, 517, 100, overlap: 7, .grey),
        .deepZoom(333, 517, 33, overlap: 8, .ycc420),
        .deepZoom(65, 67, 3, overlap: 1, .rgb),
        .deepZoom(65, 67, 1, overlap: 0, .ycc420),
        .deepZoom(901, 1203, 256, overlap: 2, .rgb),
        .deepZoom(901, 1203, 2048, overlap: 8, .ycc420),
        .deepZoom(901, 1203, 254, overlap: 1, .ycc420, beside: [256, 128, 64]),
        .deepZoom(901, 1203, 128, overlap: 8, .rgb, beside: [512, 256, 128]),
        .deepZoom(640, 130, 127, overlap: 3, .grey, beside: [100, 50, 25]),
        Case(205, 331, [FloorLayout(), TiledLayout.usual], .rgb, "rounded down, padded"),
        Case(64, 129, [FloorLayout()], .ycc420, "rounded down, padded"),
    ]

    @Test(arguments: cases)
    func everyLevelIsItsSourceHalved(_ one: Case) throws {
        let fixture = try Fixture()
        let library = FakeLibrary(one.width, one.height, format: one.format)
        let job = try fixture.job("a", layouts: one.layouts)
        let result = try fixture.run([job], library)
        #expect(result.outcomes.map(\.status) == [.cut], "\(result.outcomes)")
        let files = try fixture.published()
        let size = PixelSize(width: one.width, height: one.height)
        var scales: [Int: [[[UInt8]]]] = [:]
        var tiles = 0
        for layout in one.layouts {
            let entry = Descriptor.LayoutEntry(layout, of: job, imageSize: size)
            let paths = entry.paths(name: "a", imageSize: size)
            for (level, entry) in zip(layout.levels(of: size), entry.levels) {
                let planes = scales[level.halvings] ?? halved(one.format, size, level.halvings)
                scales[level.halvings] = planes
                for tile in level.tiles {
                    let path = "a/" + paths.path(of: tile, in: entry)
                    let bytes = try #require(files[path], "\(path) is missing")
                    let expected = samples(of: level, tile, one.format, planes)
                    #expect(bytes == expected, "\(path)")
                    tiles += 1
                }
            }
        }
        let sideFiles = one.layouts.count { $0 is DeepZoomLayout }
        #expect(
            files.count == tiles + sideFiles + 2,
            "tiles, side files, descriptor and catalog, and nothing else")
        #expect(result.outcomes[0].tiles == tiles)
        #expect(try fixture.verify().isEmpty)
    }

    @Test func tilesOfTheSamePixelsAreEncodedOnce() throws {
        let fixture = try Fixture()
        let size = PixelSize(width: 300, height: 200)
        let layouts: [any Layout] = [
            TiledLayout(tileSizes: [128, 64], minTileLevel: 1, maxTileLevel: 2, density: .one),
            DeepZoomLayout(tileSize: 64, overlap: 0),
        ]
        let library = FakeLibrary(size.width, size.height)
        let outcome = try fixture.run([fixture.job("a", layouts: layouts)], library).outcomes[0]
        let tiles = layouts.map { $0.levels(of: size).map(\.tileCount).reduce(0, +) }
        // 5 x 4 and 3 x 2 of `tiled` are the two largest levels of `dzi`, too.
        #expect(library.encoded == tiles[1])
        #expect(outcome.tiles == tiles[0] + tiles[1])
        let files = try fixture.published()
        for tile in 0..<6 {
            let (x, y) = (tile % 3, tile / 3)
            let other = try #require(files["a/a_files/8/\(x)_\(y).png"])
            #expect(files["a/128/a_128_1_\(x)_\(y).png"] == other)
        }
        #expect(try fixture.verify().isEmpty)
    }

    private func halved(_ format: PixelFormat, _ size: PixelSize, _ times: Int) -> [[[UInt8]]] {
        format.planes.indices.map { index in
            var plane = FakeImage.plane(index, of: format, size: size)
            for _ in 0..<times { plane = halve(plane, samples: format.planes[index].samples) }
            return plane
        }
    }

    /// A tile's samples, plane by plane, worked out sample by sample.
    private func samples(
        of level: Level, _ tile: TileIndex, _ format: PixelFormat, _ planes: [[[UInt8]]]
    ) -> [UInt8] {
        let rect = level.storedPixels(of: tile)
        let isPadded = level.edges == .padded
        let width = isPadded ? level.tileSide : rect.width
        let height = isPadded ? level.tileSide : rect.height
        return format.planes.enumerated().flatMap { index, shape in
            (0..<shape.side(height)).flatMap { y in
                (0..<shape.side(width)).flatMap { x -> [UInt8] in
                    if x >= shape.side(rect.width) || y >= shape.side(rect.height) {
                        // White.
                        let isChroma = shape.shift > 0
                        return Array(repeating: isChroma ? 128 : 255, count: shape.samples)
                    }
                    return (0..<shape.samples).map { channel in
                        sample(planes[index], shape, channel, rect, x, y)
                    }
                }
            }
        }
    }

    /// Where a chroma sample does not line up with the tile, the mean of those that it lies
    /// between, as far as they are the tile's.
    private func sample(
        _ plane: [[UInt8]], _ shape: PlaneShape, _ channel: Int, _ rect: PixelRect, _ x: Int,
        _ y: Int
    ) -> UInt8 {
        guard shape.shift == 1 else {
            return plane[rect.y + y][(rect.x + x) * shape.samples + channel]
        }
        func neighbours(_ start: Int, _ length: Int, _ place: Int) -> [Int] {
            let first = start / 2 + place
            let last = (start + length - 1) / 2
            return start % 2 == 0 ? [first, first] : [first, min(first + 1, last)]
        }
        let rows = neighbours(rect.y, rect.height, y)
        let columns = neighbours(rect.x, rect.width, x)
        let sum = rows.flatMap { row in columns.map { Int(plane[row][$0]) } }.reduce(0, +)
        return UInt8((sum + 2) / 4)
    }

    private func halve(_ plane: [[UInt8]], samples: Int) -> [[UInt8]] {
        stride(from: 0, to: plane.count, by: 2).map { y in
            let lower = min(y + 1, plane.count - 1)
            let width = plane[y].count / samples
            return stride(from: 0, to: width, by: 2).flatMap { x in
                let right = min(x + 1, width - 1)
                return (0..<samples).map { c in
                    let sum =
                        Int(plane[y][x * samples + c]) + Int(plane[y][right * samples + c])
                        + Int(plane[lower][x * samples + c])
                        + Int(plane[lower][right * samples + c])
                    return UInt8((sum + 2) / 4)
                }
            }
        }
    }
}

/// Levels that round down and tiles that are padded, as some layouts have them.
private struct FloorLayout: Layout {
    static let name = "floor"
    static let keys: [LayoutKey] = []
    static func faults(in settings: LayoutSettings) -> [LayoutFault] { [] }

    init(_ settings: LayoutSettings = LayoutSettings()) {}

    let tileSides: [TileSide] = []
    let recipe: [LayoutRecipeLine] = []
    func longestNames(name: String, extension: String) -> [String] { [] }
    func topLevelNames(of name: String) -> Set<String> { [] }
    func tilePath(name: String, extension ext: String) -> String { "{level}/{y}/{x}.\(ext)" }

    func levels(of imageSize: PixelSize) -> [Level] {
        (0...3).map { number in
            Level(
                number: number, halvings: 3 - number, tileSide: 50, rounding: .down,
                edges: .padded, imageSize: imageSize)
        }
    }
}
