import Testing
import TilePyramid

/// The levels of layout `tiled`: which are cut, at what scale, in how many tiles.
@Suite struct TiledLayoutTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        let image: PixelSize
        let density: Density
        /// Stored width, stored height, columns, rows; one entry for 512, 256 and 128.
        let levels: [[Int]]

        init(_ width: Int, _ height: Int, _ density: Density, _ levels: [[Int]]) {
            self.image = PixelSize(width: width, height: height)
            self.density = density
            self.levels = levels
        }

        var testDescription: String { "\(image.width) x \(image.height), density \(density)" }
    }

    /// Worked out by hand. Several of these are one pixel more than a whole number of tiles.
    static let hardSizes = [
        Expected(
            5214, 7300, .two, [[2607, 3650, 11, 15], [5214, 7300, 21, 29], [5214, 7300, 41, 58]]),
        Expected(
            4225, 7905, .one, [[1057, 1977, 9, 16], [2113, 3953, 17, 31], [4225, 7905, 34, 62]]),
        Expected(
            4225, 7905, .two, [[2113, 3953, 9, 16], [4225, 7905, 17, 31], [4225, 7905, 34, 62]]),
        Expected(
            11585, 8449, .one,
            [[2897, 2113, 23, 17], [5793, 4225, 46, 34], [11585, 8449, 91, 67]]),
        Expected(
            11585, 8449, .full,
            [[11585, 8449, 23, 17], [11585, 8449, 46, 34], [11585, 8449, 91, 67]]),
        Expected(
            3073, 3072, .one, [[769, 768, 7, 6], [1537, 1536, 13, 12], [3073, 3072, 25, 24]]),
        Expected(
            3073, 3072, .four, [[3073, 3072, 7, 6], [3073, 3072, 13, 12], [3073, 3072, 25, 24]]),
        Expected(1, 1, .one, [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]),
    ]

    @Test(arguments: hardSizes)
    func hardSize(_ expected: Expected) {
        let layout = TiledLayout(
            tileSizes: [512, 256, 128], minTileLevel: 1, maxTileLevel: 3, density: expected.density)
        let levels = layout.levels(of: expected.image)
        let found = levels.map { [$0.pixelSize.width, $0.pixelSize.height, $0.columns, $0.rows] }
        #expect(found == expected.levels)
        #expect(levels.map(\.number) == [1, 2, 3])
        #expect(levels.map(\.coverage) == [512, 256, 128])
    }

    @Test("a last column one pixel wide is kept, shrunk too")
    func onePixelColumn() {
        let layout = TiledLayout(
            tileSizes: [512, 256, 128], minTileLevel: 1, maxTileLevel: 3, density: .one)
        for level in layout.levels(of: PixelSize(width: 3073, height: 300)) {
            let last = TileIndex(x: level.columns - 1, y: 0)
            #expect(level.coverage(of: last).x == 3072)
            #expect(level.coverage(of: last).width == 1)
            #expect(level.storedPixels(of: last).width == 1)
        }
    }

    @Test("only the levels asked for are cut, and the scale counts from the most detailed of them")
    func someLevels() {
        let layout = TiledLayout(
            tileSizes: [1024, 512, 256, 128], minTileLevel: 2, maxTileLevel: 3, density: .one)
        let levels = layout.levels(of: PixelSize(width: 1000, height: 1000))
        #expect(levels.map(\.number) == [2, 3])
        #expect(levels.map(\.coverage) == [512, 256])
        #expect(levels.map(\.scale) == [0.5, 1])
    }

    @Test("a tile's path reads back as its name, coverage, level, column and row")
    func pathRoundTrip() throws {
        for name in ["bench", "a_b_1_2", "x y", "é", "_"] {
            for density in Density.allCases {
                // The first two levels share a folder.
                let layout = TiledLayout(
                    tileSizes: [256, 256, 64], minTileLevel: 1, maxTileLevel: 3, density: density)
                var paths: Set<String> = []
                var count = 0
                let image = PixelSize(width: 1000, height: 700)
                let entry = Descriptor.LayoutEntry(layout, of: job(name: name), imageSize: image)
                let tilePaths = entry.paths(name: name, imageSize: image)
                for (level, entry) in zip(layout.levels(of: image), entry.levels) {
                    for tile in level.tiles {
                        let path = tilePaths.path(of: tile, in: entry)
                        let address = try #require(Address(path), "\(path)")
                        #expect(
                            address
                                == Address(
                                    name: name, size: level.coverage, level: level.number,
                                    tile: tile))
                        paths.insert(path)
                        count += 1
                    }
                }
                #expect(paths.count == count, "two tiles in one file")
            }
        }
    }

    @Test("the coverages around one that does not divide")
    func nearestWholeCoverages() {
        for halvings in 0...6 {
            for coverage in 1...300 {
                let step = 1 << halvings
                let nearest = TiledLayout.nearestWholeCoverages(to: coverage, halvings: halvings)
                let below = (1...coverage).last { $0 % step == 0 }
                let above = (coverage...coverage + step).first { $0 % step == 0 }
                #expect(nearest.below == below)
                #expect(nearest.above == above)
            }
        }
    }

    @Test("more levels than any number can be halved", arguments: [16, 40, 62, 63, 64, 500])
    func absurdHalvings(halvings: Int) {
        let nearest = TiledLayout.nearestWholeCoverages(to: 65535, halvings: halvings)
        #expect(nearest.below == nil)
        #expect(nearest.above > 65535)
    }
}

/// A tile's path, read from the right: a name may hold any number of `_`.
private struct Address: Equatable {
    let name: String
    let size: Int
    let level: Int
    let tile: TileIndex

    init(name: String, size: Int, level: Int, tile: TileIndex) {
        self.name = name
        self.size = size
        self.level = level
        self.tile = tile
    }

    init?(_ path: String) {
        let parts = path.split(separator: "/")
        guard parts.count == 2, parts[1].hasSuffix(".jpg"), let folder = Int(parts[0]) else {
            return nil
        }
        let fields = parts[1].dropLast(4).split(separator: "_", omittingEmptySubsequences: false)
        let numbers = fields.suffix(4).compactMap { Int($0) }
        guard fields.count > 4, numbers.count == 4, numbers[0] == folder else { return nil }
        self.init(
            name: fields.dropLast(4).joined(separator: "_"), size: numbers[0], level: numbers[1],
            tile: TileIndex(x: numbers[2], y: numbers[3]))
    }
}
