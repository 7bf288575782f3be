import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

@Suite struct EncoderTests {
    @Test(arguments: ["png", "webp", "avif"])
    func losslessFormatsKeepEveryPixel(ext: String) throws {
        let folder = try TemporaryFolder()
        for format in [PixelFormat.grey, .rgb, .rgba] {
            // Visible everywhere: what lies under full transparency may change.
            let picture = Picture(format, 61, 47) { x, y, c in
                c == 3 ? UInt8(255 - x) : UInt8((x * 5 + y * 3 + c * 80) & 255)
            }
            let data = try picture.encoded(ext, lossless: true)
            let found = try folder.read(data, tiles: .of("png")).picture
            if ext == "avif" {
                // AV1 in YCbCr cannot hold every RGB value.
                #expect(found.largestDistance(to: picture.like(found)) <= 2, "\(format)")
            } else {
                #expect(found.samples == picture.like(found).samples, "\(ext) \(format)")
            }
        }
    }

    @Test(arguments: ["jpg", "webp", "avif"])
    func lossyFormatsComeClose(ext: String) throws {
        let folder = try TemporaryFolder()
        let picture = Picture.smooth(.rgb, 120, 90)
        let fine = try picture.encoded(ext, quality: 90)
        let coarse = try picture.encoded(ext, quality: 20)
        #expect(try folder.read(fine).picture.distance(to: picture) < 2)
        #expect(coarse.count < fine.count)
    }

    @Test func jpegChromaIsHalvedBelowQuality90() throws {
        let picture = JPEGPathTests.busy(64, 64)
        #expect(try sampling(of: picture.encoded("jpg", quality: 89)) == [0x22, 0x11, 0x11])
        #expect(try sampling(of: picture.encoded("jpg", quality: 90)) == [0x11, 0x11, 0x11])
        let grey = Picture.smooth(.grey, 64, 64)
        #expect(try sampling(of: grey.encoded("jpg", quality: 80)).count == 1)
    }

    @Test func transparencyIsFlattenedForJPEG() throws {
        let folder = try TemporaryFolder()
        let picture = Picture(.rgba, 32, 32) { x, _, c in c == 3 ? (x < 16 ? 0 : 255) : 0 }
        let output = ByteBuffer()
        try ImageEncoder().encode(
            TileView(picture.band), as: .of("jpg", quality: 95),
            background: RGBColor(red: 250, green: 10, blue: 120), into: output)
        let found = try folder.read(Data(output.bytes)).picture
        #expect(found[4, 4].elementsEqual([250, 10, 120], by: { abs(Int($0) - Int($1)) < 4 }))
        #expect(found[28, 4].allSatisfy { $0 < 4 })
    }

    @Test func compressionOfPNGHasAnEffect() throws {
        let picture = Picture.smooth(.rgb, 200, 200)
        #expect(try png(picture, compression: 0).count > 200 * 200 * 3)
        #expect(try png(picture, compression: 9).count < png(picture, compression: 1).count)
    }

    /// Every level, every channel layout, shapes with and without rows to sample, and content that
    /// wants each of the filters.
    @Test func everyKindOfPNGReadsBack() throws {
        let folder = try TemporaryFolder()
        let contents: [(Int, Int, Int) -> Int] = [
            { _, _, _ in 7 }, { x, _, c in x * 3 + c }, { _, y, c in y * 5 + c },
            { x, y, c in (x + y) * 2 + c }, { x, y, c in (x * y) ^ (c * 77) },
            { x, y, c in (x &* 7919) ^ (y &* 104_729) ^ c }, { x, y, _ in x / 8 * 90 + y / 8 * 50 },
        ]
        for format in [PixelFormat.grey, .greyAlpha, .rgb, .rgba] {
            for (width, height) in [(1, 1), (1, 40), (40, 1), (33, 33), (70, 90)] {
                for (index, content) in contents.enumerated() {
                    let picture = Picture(format, width, height) { x, y, c in
                        let isAlpha = format.hasAlpha && c == format.planes[0].samples - 1
                        return isAlpha
                            ? UInt8(1 + (x + y) % 200)
                            : UInt8(truncatingIfNeeded: content(x, y, c))
                    }
                    let data = try png(picture, compression: index % 10)
                    let found = try folder.read(data).picture
                    #expect(found.samples == picture.samples, "\(format) \(width) x \(height)")
                }
            }
        }
    }

    @Test func pngHoldsNothingButPixels() throws {
        let data = Array(try png(Picture.smooth(.rgb, 50, 50), compression: 6))
        var types: [String] = []
        var offset = 8
        while offset < data.count {
            let length = data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            types.append(String(decoding: data[offset + 4..<offset + 8], as: UTF8.self))
            offset += length + 12
        }
        #expect(types == ["IHDR", "IDAT", "IEND"])
    }

    private func png(_ picture: Picture, compression: Int) throws -> Data {
        let output = ByteBuffer()
        try ImageEncoder().encode(
            TileView(picture.band),
            as: Encoding(
                format: .png, fileExtension: "png", quality: 80, lossless: false,
                compression: compression), background: .white, into: output)
        return Data(output.bytes)
    }

    /// The sampling factors in a JPEG's frame header.
    private func sampling(of data: Data) -> [UInt8] {
        let bytes = Array(data)
        guard let frame = bytes.indices.first(where: { bytes[$0...].starts(with: [0xff, 0xc0]) })
        else { return [] }
        return (0..<Int(bytes[frame + 9])).map { bytes[frame + 11 + 3 * $0] }
    }
}

extension Picture {
    /// The same pixels with the channels of another picture: a fully opaque alpha may come or go.
    func like(_ other: Picture) -> Picture {
        if other.channels == channels { return self }
        return Picture(other.format, width, height) { x, y, c in
            let pixel = self[x, y]
            return c < pixel.count
                ? pixel[channels < 3 ? 0 : c] : channels < 3 && c < 3 ? pixel[0] : 255
        }
    }
}
