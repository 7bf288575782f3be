import Foundation
import Imaging
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
        func size(_ compression: Int) throws -> Int {
            let output = ByteBuffer()
            try ImageEncoder().encode(
                TileView(picture.band),
                as: Encoding(
                    format: .png, fileExtension: "png", quality: 80, lossless: false,
                    compression: compression), background: .white, into: output)
            return output.count
        }
        #expect(try size(0) > 200 * 200 * 3)
        #expect(try size(9) < size(1))
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
