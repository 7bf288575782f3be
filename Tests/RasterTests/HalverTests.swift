import Raster
import Testing

/// Halving against a plain computation in doubles, over all formats and all small shapes.
@Suite struct HalverTests {
    static let interleaved: [PixelFormat] = [.grey, .greyAlpha, .rgb, .rgba]

    @Test(arguments: interleaved)
    func everySmallShape(format: PixelFormat) {
        var random = SplitMix(seed: 7)
        for width in Array(1...37) + [64, 65, 66, 67, 129] {
            for height in 1...6 {
                let source = Band.random(format, width: width, height: height, using: &random)
                let target = Band(format: format, width: (width + 1) / 2, capacity: 4)
                Halver(linearLight: false).halve(0..<height, of: source, into: target)
                #expect(target.rows == (height + 1) / 2)
                expectMean(of: source, in: target)
            }
        }
    }

    @Test func planesAreHalvedOnTheirOwn() {
        var random = SplitMix(seed: 8)
        for width in [1, 2, 3, 4, 5, 6, 7, 31, 32, 33, 34, 35, 66, 130] {
            for height in 1...9 {
                let source = Band.random(.ycc420, width: width, height: height, using: &random)
                let target = Band(format: .ycc420, width: (width + 1) / 2, capacity: 8)
                Halver(linearLight: false).halve(0..<height, of: source, into: target)
                for plane in 0..<3 {
                    let from = source.samples(plane: plane)
                    let to = target.samples(plane: plane)
                    #expect(to == meanPlane(from), "plane \(plane) of \(width) x \(height)")
                }
            }
        }
    }

    @Test func rowsInPiecesAreTheSameAsRowsAtOnce() {
        var random = SplitMix(seed: 9)
        for format in Self.interleaved + [.ycc420] {
            let source = Band.random(format, width: 45, height: 22, using: &random)
            let whole = Band(format: format, width: 23, capacity: 12)
            Halver(linearLight: false).halve(0..<22, of: source, into: whole)
            let pieces = Band(format: format, width: 23, capacity: 12)
            for rows in [0..<4, 4..<16, 16..<20, 20..<22] {
                Halver(linearLight: false).halve(rows, of: source, into: pieces)
            }
            for plane in 0..<format.planes.count {
                #expect(whole.samples(plane: plane) == pieces.samples(plane: plane))
            }
        }
    }

    @Test func transparentPixelsDoNotBleed() {
        let source = Band(format: .rgba, width: 2, capacity: 4)
        source.fill { x, _, c in x == 0 ? [255, 0, 0, 0][c] : [0, 0, 200, 255][c] }
        let target = Band(format: .rgba, width: 1, capacity: 1)
        Halver(linearLight: false).halve(0..<2, of: source, into: target)
        #expect(target.samples(plane: 0) == [[0, 0, 200, 128]])
    }

    @Test func linearLightKeepsFlatColours() {
        for format in Self.interleaved {
            for value in 0...255 {
                let source = Band(format: format, width: 3, capacity: 4)
                source.fill { _, _, c in
                    c == format.planes[0].samples - 1 && format.hasAlpha ? 255 : UInt8(value)
                }
                let target = Band(format: format, width: 2, capacity: 2)
                Halver(linearLight: true).halve(0..<4, of: source, into: target)
                #expect(
                    target.samples(plane: 0)
                        == Array(source.samples(plane: 0)[..<2]).map {
                            Array($0[..<(2 * format.planes[0].samples)])
                        })
            }
        }
    }

    /// A quarter of the light of white is sRGB 137; the mean of values would be 64.
    @Test func linearLightKeepsTheLightOfBrightPoints() {
        let source = Band(format: .grey, width: 2, capacity: 4)
        source.fill { x, y, _ in x == 0 && y == 0 ? 255 : 0 }
        for (linear, expected) in [(true, UInt8(137)), (false, 64)] {
            let target = Band(format: .grey, width: 1, capacity: 1)
            Halver(linearLight: linear).halve(0..<2, of: source, into: target)
            #expect(target.samples(plane: 0) == [[expected]])
        }
    }

    /// The exact mean of premultiplied values, to within the rounding of a stored sample.
    private func expectMean(of source: Band, in target: Band) {
        let samples = source.format.planes[0].samples
        let from = source.samples(plane: 0)
        for (y, row) in target.samples(plane: 0).enumerated() {
            for x in 0..<target.width {
                let xs = [2 * x, 2 * x + 1].filter { $0 < source.width }
                let ys = [2 * y, 2 * y + 1].filter { $0 < source.rows }
                let pixels = ys.flatMap { y in
                    xs.map { x in from[y][(x * samples)..<((x + 1) * samples)].map(Double.init) }
                }
                let alphas = pixels.map { source.format.hasAlpha ? $0[samples - 1] : 255 }
                let weight = alphas.reduce(0, +)
                for c in 0..<samples {
                    let isAlpha = source.format.hasAlpha && c == samples - 1
                    let sum = zip(pixels, alphas).map { $0[c] * (isAlpha ? 1 : $1) }.reduce(0, +)
                    let mean =
                        isAlpha ? sum / Double(pixels.count) : weight == 0 ? 0 : sum / weight
                    #expect(abs(Double(row[x * samples + c]) - mean) <= 0.5 + 1e-9)
                }
            }
        }
    }

    private func meanPlane(_ plane: [[UInt8]]) -> [[UInt8]] {
        stride(from: 0, to: plane.count, by: 2).map { y in
            stride(from: 0, to: plane[y].count, by: 2).map { x in
                let ys = [y, y + 1].filter { $0 < plane.count }
                let xs = [x, x + 1].filter { $0 < plane[y].count }
                let values = ys.flatMap { y in xs.map { x in Int(plane[y][x]) } }
                return UInt8((2 * values.reduce(0, +) + values.count) / (2 * values.count))
            }
        }
    }
}
