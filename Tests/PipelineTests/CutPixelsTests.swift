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
        let sizes: [Int]
        let density: Density
        let format: PixelFormat
        let testDescription: String

        init(_ width: Int, _ height: Int, _ sizes: [Int], _ density: Density, _ format: PixelFormat)
        {
            self.width = width
            self.height = height
            self.sizes = sizes
            self.density = density
            self.format = format
            testDescription = "\(width)x\(height) \(sizes) \(density) \(format)"
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
    ]

    @Test(arguments: cases)
    func everyLevelIsItsSourceHalved(_ one: Case) throws {
        let fixture = try Fixture()
        let layout = TiledLayout(
            tileSizes: one.sizes, minTileLevel: 1, maxTileLevel: one.sizes.count,
            density: one.density)
        let library = FakeLibrary(one.width, one.height, format: one.format)
        let result = try fixture.run([try fixture.job("a", layout: layout)], library)
        #expect(result.outcomes.map(\.status) == [.cut], "\(result.outcomes)")
        let files = try fixture.published()
        let size = PixelSize(width: one.width, height: one.height)
        for level in layout.levels(of: size) {
            for (index, shape) in one.format.planes.enumerated() {
                var plane = FakeImage.plane(index, of: one.format, size: size)
                for _ in 0..<level.halvings { plane = halve(plane, samples: shape.samples) }
                for tile in level.tiles {
                    let path =
                        "a/"
                        + TiledLayout.path(
                            name: "a", level: level, tile: tile, extension: "png")
                    let bytes = try #require(files[path], "\(path) is missing")
                    let rect = level.storedPixels(of: tile)
                    expect(bytes, plane: index, of: one.format, is: rect, in: plane, path)
                }
            }
        }
        let tiles = layout.levels(of: size).map(\.tileCount).reduce(0, +)
        #expect(files.count == tiles + 2, "tiles, descriptor and catalog, and nothing else")
        #expect(result.outcomes[0].tiles == tiles)
    }

    private func expect(
        _ bytes: [UInt8], plane index: Int, of format: PixelFormat, is rect: PixelRect,
        in plane: [[UInt8]], _ path: String
    ) {
        func count(_ shape: PlaneShape) -> Int {
            shape.side(rect.width) * shape.side(rect.height) * shape.samples
        }
        let shape = format.planes[index]
        let start = format.planes[..<index].map(count).reduce(0, +)
        let x = (rect.x >> shape.shift) * shape.samples
        let width = shape.side(rect.width) * shape.samples
        let y = rect.y >> shape.shift
        let expected = (y..<y + shape.side(rect.height)).flatMap { plane[$0][x..<x + width] }
        #expect(
            Array(bytes[start..<start + count(shape)]) == expected, "\(path), plane \(index)")
        #expect(bytes.count == format.planes.map(count).reduce(0, +))
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
