import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Samples of every depth become 8 bit, the nearest value to their place in their range.
@Suite struct DepthTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [1, 2, 4], [false, true])
    func fewBitsAreSpread(depth: Int, isInterlaced: Bool) throws {
        let top = (1 << depth) - 1
        let png = PNGFixture(21, 9, depth: depth, colourType: 0, isInterlaced: isInterlaced) {
            x, y, _ in (x + y) % (top + 1)
        }
        let expected = Picture(.grey, 21, 9) { x, y, _ in UInt8((x + y) % (top + 1) * 255 / top) }
        #expect(try folder.read(png.data).picture == expected)
        let tiff = TIFFFixture(21, 9, samples: 1, bits: depth, photometric: 1) { x, y, _ in
            (x + y) % (top + 1)
        }
        #expect(try folder.read(tiff.data).picture == expected)
        let inverted = TIFFFixture(21, 9, samples: 1, bits: depth, photometric: 0) { x, y, _ in
            top - (x + y) % (top + 1)
        }
        #expect(try folder.read(inverted.data).picture == expected, "0 is white")
    }

    /// v / 257, rounded: 0x00ff is nearer to 1 than to 0, 0x0080 is nearer to 0.
    @Test(arguments: [
        (0, 0), (128, 0), (129, 1), (255, 1), (257, 1), (386, 2), (0x7fff, 127), (0x8000, 128),
        (0xfeff, 254), (0xff00, 254), (0xff7f, 255), (0xffff, 255),
    ])
    func sixteenBitsAreRounded(value: Int, expected: UInt8) throws {
        for (type, channels) in [(0, 1), (2, 3), (4, 2), (6, 4)] {
            let png = PNGFixture(3, 2, depth: 16, colourType: type) { _, _, _ in value }
            let found = try folder.read(png.data).picture
            #expect(found.channels == channels)
            #expect(found.samples.allSatisfy { $0 == expected }, "PNG colour type \(type)")
        }
        for isLittleEndian in [false, true] {
            let tiff = TIFFFixture(
                3, 2, samples: 3, bits: 16, photometric: 2, isLittleEndian: isLittleEndian
            ) { _, _, _ in value }
            #expect(try folder.read(tiff.data).picture.samples.allSatisfy { $0 == expected })
        }
        let white = TIFFFixture(3, 2, samples: 1, bits: 16, photometric: 0) { _, _, _ in
            65535 - value
        }
        #expect(try folder.read(white.data).picture.samples.allSatisfy { $0 == expected })
    }

    @Test func sixteenBitCopiesOfEightBitsComeBack() throws {
        let picture = Picture(.rgb, 64, 4) { x, y, c in UInt8((x + 64 * y + c * 85) & 255) }
        let png = PNGFixture(64, 4, depth: 16) { x, y, c in Int(picture[x, y][c]) * 257 }
        #expect(try folder.read(png.data).picture == picture)
    }

    @Test func thirtyTwoBitWholeNumbersAreScaled() throws {
        let picture = Picture.smooth(.rgb, 20, 10)
        let tiff = TIFFFixture(20, 10, samples: 3, bits: 32, photometric: 2) { x, y, c in
            Int(picture[x, y][c]) * 16_843_009
        }
        #expect(try folder.read(tiff.data).picture == picture)
    }

    /// Floating-point RGB is linear light from 0 to 1.
    @Test func floatingPointRGBIsLinearLight() throws {
        let lights: [Float] = [-0.5, 0, 0.0031308, 0.1, 0.214, 0.5, 0.9, 1, 7]
        let tiff = float(lights)
        let found = try folder.read(tiff.data).picture
        for (x, light) in lights.enumerated() {
            let expected = ProfileFixture.encoded(Double(light)) * 255
            #expect(abs(Double(found[x, 0][1]) - expected) <= 1, "light \(light)")
        }
    }

    /// With a profile its values are those that the profile speaks of.
    @Test func floatingPointRGBFollowsItsProfile() throws {
        let profile = ProfileFixture.adobeRGB
        let values: [Float] = [0, 0.1, 0.25, 0.5, 0.75, 1]
        var tiff = float(values)
        tiff.profile = profile.bytes
        let found = try folder.read(tiff.data).picture
        for (x, value) in values.enumerated() {
            let expected = profile.sRGB(of: [Double(value), Double(value), Double(value)])
            #expect(abs(Double(found[x, 0][1]) - expected[1]) <= 1, "value \(value)")
        }
    }

    private func float(_ values: [Float]) -> TIFFFixture {
        var tiff = TIFFFixture(values.count, 1, samples: 3, bits: 32, photometric: 2) { x, _, _ in
            Int(values[x].bitPattern)
        }
        tiff.tags[TIFFFixture.format] = [3, 3, 3]
        return tiff
    }

    @Test(arguments: [
        (1, 1, 32, 3, "floating-point samples, whose range the file does not define"),
        (1, 1, 32, 2, "signed samples, whose range the file does not define"),
        (2, 3, 16, 2, "signed samples, whose range the file does not define"),
        (2, 3, 8, 2, "signed samples, whose range the file does not define"),
        (2, 3, 16, 3, "16-bit floating-point samples"),
        (1, 1, 64, 3, "64-bit floating-point samples"),
        (1, 1, 64, 6, "complex samples"),
        (1, 1, 24, 1, "24-bit samples"),
        (6, 3, 16, 1, "16-bit YCbCr samples"),
        (6, 4, 8, 1, "YCbCr with other than 3 samples a pixel"),
        (9, 3, 8, 1, "ICC or ITU L*a*b* samples; CIE L*a*b* ones are read"),
        (32803, 1, 16, 1, "the raw data of a camera's sensor"),
        (4, 1, 1, 1, "a transparency mask"),
    ])
    func samplesWithoutADefinedRangeAreRefused(
        photometric: Int, samples: Int, bits: Int, format: Int, message: String
    ) throws {
        var tiff = TIFFFixture(
            8, 8, samples: samples, bits: max(8, bits / 8 * 8), photometric: photometric
        ) { _, _, _ in 0 }
        tiff.tags[TIFFFixture.bits] = Array(repeating: bits, count: samples)
        tiff.tags[TIFFFixture.format] = Array(repeating: format, count: samples)
        #expect { _ = try folder.read(tiff.data) } throws: {
            "\($0)" == "pixels not supported: \(message)"
        }
    }

    @Test func palettesGiveTheirColours() throws {
        let colours: [[UInt8]] = [[255, 0, 0], [0, 200, 0], [10, 20, 250], [7, 7, 7]]
        let expected = Picture(.rgb, 10, 6) { x, y, c in colours[(x + y) % 4][c] }
        for depth in [2, 4, 8] {
            let png = PNGFixture(
                10, 6, depth: depth, colourType: 3,
                chunks: [("PLTE", colours.flatMap { $0 })]
            ) { x, y, _ in (x + y) % 4 }
            #expect(try folder.read(png.data).picture == expected, "PNG, \(depth) bits")
            var tiff = TIFFFixture(10, 6, samples: 1, bits: depth, photometric: 3) { x, y, _ in
                (x + y) % 4
            }
            tiff.tags[TIFFFixture.palette] = (0..<3).flatMap { c in
                (0..<1 << depth).map { $0 < 4 ? Int(colours[$0][c]) * 257 : 0 }
            }
            #expect(try folder.read(tiff.data).picture == expected, "TIFF, \(depth) bits")
        }
    }

    /// PPM names its largest value; libvips does not scale by it.
    @Test(arguments: [(255, 255), (100, 50), (1023, 341), (65535, 30000), (7, 3)])
    func largestValueOfPPMIsWhite(top: Int, value: Int) throws {
        let size = top > 255 ? 2 : 1
        var file = Bytes()
        file.append("P5\n# a comment 12\n4 1\n\(top)\n")
        for sample in [0, value, top, top] { file.append(sample, size: size) }
        let middle = UInt8((Double(value) * 255 / Double(top)).rounded())
        let found = try folder.read(Data(file.data)).picture
        #expect(found.samples == [0, middle, 255, 255])
        var text = Bytes()
        text.append("P3 2 1 \(top) 0 \(value) \(top) \(top) 0 0\n")
        #expect(
            try folder.read(Data(text.data)).picture.samples == [0, middle, 255, 255, 0, 0])
    }

    @Test func bitmapOfPBMIsBlackOnWhite() throws {
        let file = Data("P4 8 1\n".utf8) + Data([0b1010_0000])
        #expect(
            try folder.read(file).picture.samples == [0, 255, 0, 255, 255, 255, 255, 255])
    }

    /// JPEG 2000 of odd depths: 16-bit files whose depth is rewritten; lossless coefficients mean
    /// the same at any depth, but for the level in their middle.
    @Test(arguments: [9, 10, 12, 15])
    func depthsOfJPEG2000AreScaled(bits: Int) throws {
        let picture = Picture.smooth(.rgb, 40, 30)
        let top = (1 << bits) - 1
        let wide = VipsFixture(40, 30, channels: 3) { x, y, c in
            let value = x == 0 ? top : Int((Double(picture[x, y][c]) * Double(top) / 255).rounded())
            return value - (1 << (bits - 1)) + 32768
        }
        var data = try wide.encoded("jp2[lossless,subsample-mode=off]")
        let marker = try #require(data.firstRange(of: Data([0xff, 0x51])))
        for component in 0..<3 {
            data[marker.lowerBound + 40 + 3 * component] = UInt8(bits - 1)
        }
        let found = try folder.read(data).picture
        let expected = Picture(.rgb, 40, 30) { x, y, c in x == 0 ? 255 : picture[x, y][c] }
        #expect(found.largestDistance(to: expected) == 0)
    }
}
