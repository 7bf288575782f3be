import Testing
import TilePyramid

/// Which pixels a tile covers and which it stores.
@Suite struct LevelTests {
    @Test("in one dimension, for every size to 300: tiles follow on each other, none is empty")
    func rowOfTiles() {
        for width in 1...300 {
            for coverage in sampleCoverages {
                for level in levels(coverage: coverage, imageSize: size(width, 1)) {
                    var covered = 0
                    var stored = 0
                    for tile in level.tiles {
                        let full = level.coverage(of: tile)
                        let kept = level.storedPixels(of: tile)
                        guard full.x == covered, kept.x == stored, full.width > 0, kept.width > 0
                        else {
                            Issue.record("\(width) by \(coverage), \(level.halvings): \(tile)")
                            return
                        }
                        covered += full.width
                        stored += kept.width
                    }
                    guard covered == width, stored == level.pixelSize.width else {
                        Issue.record("\(width) by \(coverage): \(covered) and \(stored) pixels")
                        return
                    }
                }
            }
        }
    }

    @Test("every full-image pixel is covered once and every stored pixel is in one tile")
    func plane() {
        for imageSize in samplePairs(60, upTo: 300) {
            for coverage in sampleCoverages where coverage > 2 {
                for level in levels(coverage: coverage, imageSize: imageSize) {
                    let covered = paint(imageSize, level.tiles.map(level.coverage(of:)))
                    let stored = paint(level.pixelSize, level.tiles.map(level.storedPixels(of:)))
                    guard covered, stored else {
                        Issue.record("\(imageSize) by \(coverage), halved \(level.halvings) times")
                        return
                    }
                }
            }
        }
    }

    @Test("what is stored is the coverage shrunk by the scale, rounded up", arguments: sampleSizes)
    func storedIsScaledCoverage(imageSize: PixelSize) {
        for coverage in [8, 24, 64, 128, 256, 512] {
            for level in levels(coverage: coverage, imageSize: imageSize) {
                let factor = 1 << level.halvings
                #expect(level.tileSide * factor == level.coverage)
                #expect(level.scale * Double(factor) == 1)
                #expect(level.pixelSize.width == ceilOfQuotient(imageSize.width, factor))
                #expect(level.pixelSize.height == ceilOfQuotient(imageSize.height, factor))
                let allScaled = level.tiles.allSatisfy { tile in
                    let full = level.coverage(of: tile)
                    let stored = level.storedPixels(of: tile)
                    return stored.x * factor == full.x && stored.y * factor == full.y
                        && stored.width == ceilOfQuotient(full.width, factor)
                        && stored.height == ceilOfQuotient(full.height, factor)
                }
                #expect(allScaled, "\(imageSize) by \(coverage), halved \(level.halvings) times")
            }
        }
    }

    @Test("as many columns and rows as the image needs", arguments: sampleSizes)
    func columnsAndRows(imageSize: PixelSize) {
        for coverage in sampleCoverages {
            for level in levels(coverage: coverage, imageSize: imageSize) {
                #expect(level.columns == ceilOfQuotient(imageSize.width, coverage))
                #expect(level.rows == ceilOfQuotient(imageSize.height, coverage))
                #expect(level.tileCount == level.columns * level.rows)
            }
        }
    }

    @Test("tiles come row by row, each one inside the level and no neighbour beyond it")
    func order() {
        let level = Level(coverage: 100, halvings: 0, imageSize: size(201, 101))
        #expect(
            Array(level.tiles) == [
                TileIndex(x: 0, y: 0), TileIndex(x: 1, y: 0), TileIndex(x: 2, y: 0),
                TileIndex(x: 0, y: 1), TileIndex(x: 1, y: 1), TileIndex(x: 2, y: 1),
            ])
        #expect(level.tiles.allSatisfy(level.contains))
        for outside in [(-1, 0), (0, -1), (3, 0), (0, 2)] {
            #expect(!level.contains(TileIndex(x: outside.0, y: outside.1)))
        }
    }

    /// Whether `rects` paint each pixel of `size` once and nothing outside it.
    private func paint(_ size: PixelSize, _ rects: [PixelRect]) -> Bool {
        var coats = [UInt8](repeating: 0, count: size.area)
        for rect in rects {
            guard rect.x >= 0, rect.y >= 0, rect.width > 0, rect.height > 0,
                rect.x + rect.width <= size.width, rect.y + rect.height <= size.height
            else { return false }
            for y in rect.y..<rect.y + rect.height {
                for x in rect.x..<rect.x + rect.width { coats[y * size.width + x] += 1 }
            }
        }
        return coats.allSatisfy { $0 == 1 }
    }
}

private let sampleSizes =
    samplePairs(40, upTo: 300) + [
        size(4225, 7905), size(11585, 8449), size(3073, 2049), size(5214, 7300), size(65536, 3),
    ]

private func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
}
