import Foundation
import Testing
import TilePyramid

/// What a viewer asks of a descriptor, against the viewers' own rules.
@Suite struct ViewerTests {
    private func descriptor(levels: ClosedRange<Int>, of count: Int) -> Descriptor {
        Descriptor(
            job: job(
                tileSizes: Array(repeating: 256, count: count), levels: levels, density: .full),
            imageSize: PixelSize(width: 1000, height: 700), sourceSHA256: "", key: "")
    }

    @Test("the level for a zoom is maxTileLevel + round(log2(zoom)), within the levels cut")
    func levelForZoom() {
        for (levels, count) in [(1...20, 20), (1...1, 1), (2...3, 4), (5...20, 20)] {
            let descriptor = descriptor(levels: levels, of: count)
            for zoom in zooms {
                let wanted = levels.upperBound + Int(log2(zoom).rounded())
                let expected = min(max(wanted, levels.lowerBound), levels.upperBound)
                guard descriptor.level(forZoom: zoom)?.level == expected else {
                    Issue.record("zoom \(zoom), levels \(levels): not level \(expected)")
                    return
                }
            }
        }
    }

    /// Zooms from 2^-22 to 2^4. Where `log2` comes within its own rounding of a half, both
    /// neighbours are right, and those zooms are left out.
    private var zooms: [Double] {
        let steps = stride(from: -22.0, through: 4, by: 1.0 / 512).map { pow(2, $0) }
        let fractions = (1...2000).map { 1 / Double($0) } + (1...2000).map { Double($0) / 1000 }
        let powers = (-22...4).map { pow(2, Double($0)) }
        let nearHalves = (-22...4).flatMap { exponent in
            [-1e-9, -1e-12, 1e-12, 1e-9].map { pow(2, Double(exponent) + 0.5) * (1 + $0) }
        }
        return
            (steps + fractions + powers + powers.map(\.nextUp) + powers.map(\.nextDown)
            + nearHalves).filter { zoom in
                let exponent = log2(zoom)
                return abs(exponent - exponent.rounded(.down) - 0.5) > 1e-13
            }
    }

    @Test(
        "no level for a zoom that is none",
        arguments: [0, -1, Double.nan, .infinity, -Double.infinity])
    func noZoom(_ zoom: Double) {
        #expect(descriptor(levels: 1...3, of: 3).level(forZoom: zoom) == nil)
    }

    @Test("the smallest and largest zooms keep to the levels")
    func extremeZooms() {
        let descriptor = descriptor(levels: 2...3, of: 4)
        #expect(descriptor.level(forZoom: .leastNonzeroMagnitude)?.level == 2)
        #expect(descriptor.level(forZoom: .greatestFiniteMagnitude)?.level == 3)
    }

    @Test("the tile under a pixel, and none outside the image")
    func tileUnderPixel() throws {
        let descriptor = descriptor(levels: 1...1, of: 1)
        let level = try #require(descriptor.layout.levels.first)
        #expect(descriptor.tile(in: level, x: 0, y: 0) == TileIndex(x: 0, y: 0))
        #expect(descriptor.tile(in: level, x: 255, y: 256) == TileIndex(x: 0, y: 1))
        #expect(descriptor.tile(in: level, x: 999, y: 699) == TileIndex(x: 3, y: 2))
        for (x, y) in [(-1, 0), (0, -1), (1000, 0), (0, 700)] {
            #expect(descriptor.tile(in: level, x: x, y: y) == nil)
        }
    }
}
