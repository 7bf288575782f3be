import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

@Suite struct AlphaTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Red that is opaque on the left and invisible green on the right.
    private static func edge(_ format: PixelFormat = .rgba) -> Picture {
        Picture(format, 128, 64) { x, _, c in
            let isVisible = x < 61
            if format == .greyAlpha { return c == 1 ? (isVisible ? 255 : 0) : isVisible ? 200 : 0 }
            return c == 3 ? (isVisible ? 255 : 0) : (isVisible ? [200, 10, 10] : [0, 255, 0])[c]
        }
    }

    @Test(arguments: ["png", "webp[lossless]", "tif"])
    func transparencyIsKept(file: String) throws {
        let picture = Self.edge()
        let found = try folder.read(VipsFixture(picture).encoded(file)).picture
        #expect(found.format == .rgba)
        for x in [0, 30, 60] { #expect(found[x, 5] == picture[x, 5]) }
        for x in [61, 127] { #expect(found[x, 5][3] == 0) }
    }

    @Test func transparencyGoesOnTheBackgroundForJPEG() throws {
        for format in [PixelFormat.rgba, .greyAlpha] {
            let data = try VipsFixture(Self.edge(format)).encoded("png")
            let found = try folder.read(data, tiles: .of("jpg")).picture
            #expect(found.format == (format == .rgba ? .rgb : .grey))
            #expect(found[100, 9].allSatisfy { $0 == 255 })
            #expect(found[10, 9] == Array(Self.edge(format)[10, 9].dropLast()))
        }
    }

    /// No green that was invisible shows at the edge: in the levels, in the thumbnail.
    @Test(arguments: [PixelFormat.rgba, .greyAlpha])
    func shrinkingKeepsInvisibleColoursOut(format: PixelFormat) throws {
        let file = try ImageFile(
            folder.job(VipsFixture(Self.edge(format)).encoded("png")), wholeImageLimit: 1 << 30)
        var band = try folder.rows(of: file)
        for linear in [false, true] {
            var levels = band
            for _ in 0..<4 {
                let half = Band(
                    format: format, width: (levels.width + 1) / 2,
                    capacity: (levels.rows + 1) / 2)
                Halver(linearLight: linear).halve(0..<levels.rows, of: levels, into: half)
                levels = half
                Self.expectNoFringe(Picture(levels), "level \(levels.width) wide")
            }
        }
        band = try VipsLibrary().resize(band, to: PixelSize(width: 37, height: 19))
        Self.expectNoFringe(Picture(band), "thumbnail")
    }

    private static func expectNoFringe(_ picture: Picture, _ comment: String) {
        for x in 0..<picture.width {
            let pixel = picture[x, picture.height / 2]
            let alpha = pixel[pixel.count - 1]
            // Of little alpha a byte says little of the colour.
            guard alpha > 16 else { continue }
            #expect(abs(Int(pixel[0]) - 200) <= 8, "\(comment), \(x): \(pixel)")
            if pixel.count == 4 { #expect(pixel[1] <= 18, "\(comment), \(x): \(pixel)") }
        }
    }

    /// Half transparent: 0.5 x (200, 10, 10) stored is (100, 5, 5).
    @Test(arguments: [8, 16])
    func associatedAlphaOfTIFFIsUndone(bits: Int) throws {
        let unit = bits == 8 ? 1 : 257
        var tiff = TIFFFixture(16, 4, samples: 4, bits: bits, photometric: 2) { x, _, c in
            (x < 8 ? [100, 5, 5, 128] : [200, 10, 10, 255])[c] * unit
        }
        tiff.tags[TIFFFixture.extra] = [1]
        let found = try folder.read(tiff.data).picture
        #expect(found.format == .rgba)
        #expect(found[12, 1] == [200, 10, 10, 255])
        let half = found[3, 1]
        #expect(abs(Int(half[0]) - 199) <= 1 && abs(Int(half[1]) - 10) <= 1 && half[3] == 128)
        tiff.tags[TIFFFixture.extra] = [2]
        #expect(try folder.read(tiff.data).picture[3, 1] == [100, 5, 5, 128])
    }

    /// What a TIFF does not call alpha (infrared of an aerial photograph) is none.
    @Test func extraSamplesAreDropped() throws {
        func read(_ samples: Int, _ extra: [Int]) throws -> Picture {
            var tiff = TIFFFixture(8, 4, samples: samples, bits: 8, photometric: 2) { _, _, c in
                10 * (c + 1)
            }
            tiff.tags[TIFFFixture.extra] = extra
            return try folder.read(tiff.data).picture
        }
        #expect(try read(4, [0])[3, 3] == [10, 20, 30])
        #expect(try read(4, [2])[3, 3] == [10, 20, 30, 40])
        #expect(try read(5, [0, 2])[3, 3] == [10, 20, 30, 50])
        #expect(try read(6, [0, 0, 0])[3, 3] == [10, 20, 30])
        let grey = TIFFFixture(8, 4, samples: 3, bits: 8, photometric: 1) { _, _, c in 10 * (c + 1)
        }
        var bands = grey
        bands.tags[TIFFFixture.extra] = [0, 0]
        #expect(try folder.read(bands.data).picture[0, 0] == [10])
    }

    @Test func transparentPalettesAndColours() throws {
        let palette = PNGFixture(
            8, 2, depth: 8, colourType: 3,
            chunks: [("PLTE", [255, 0, 0, 0, 0, 255]), ("tRNS", [255, 64])]
        ) { x, _, _ in x % 2 }
        #expect(try folder.read(palette.data).picture[0, 0] == [255, 0, 0, 255])
        #expect(try folder.read(palette.data).picture[1, 0] == [0, 0, 255, 64])
        let key = PNGFixture(8, 2, colourType: 2, chunks: [("tRNS", [0, 7, 0, 8, 0, 9])]) {
            x, _, c in x % 2 == 0 ? 7 + c : 50
        }
        #expect(try folder.read(key.data).picture[0, 0][3] == 0)
        #expect(try folder.read(key.data).picture[1, 0] == [50, 50, 50, 255])
        let grey = PNGFixture(8, 2, colourType: 0, chunks: [("tRNS", [0, 7])]) { x, _, _ in
            x % 2 == 0 ? 7 : 90
        }
        #expect(try folder.read(grey.data).picture[0, 0][1] == 0)
        #expect(try folder.read(grey.data).picture[1, 0] == [90, 255])
    }

    /// Alpha that is opaque all over is not written.
    @Test(arguments: ["png", "webp", "avif"])
    func opaqueAlphaIsDropped(ext: String) throws {
        for (format, plain) in [(PixelFormat.rgba, PixelFormat.rgb), (.greyAlpha, .grey)] {
            let opaque = Picture(format, 48, 32) { x, y, c in
                c == format.planes[0].samples - 1 ? 255 : UInt8(x * 4 + y + c)
            }
            let without = Picture(plain, 48, 32) { x, y, c in opaque[x, y][c] }
            #expect(
                try opaque.encoded(ext, lossless: true) == without.encoded(ext, lossless: true),
                "\(ext) \(format)")
            let almost = Picture(format, 48, 32) { x, y, c in
                c == format.planes[0].samples - 1 && x == 47 && y == 31 ? 254 : opaque[x, y][c]
            }
            let found = try folder.read(almost.encoded(ext, lossless: true)).picture
            #expect(found.format.hasAlpha, "\(ext) \(format)")
            #expect(found[47, 31].last == 254)
        }
    }
}
