import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Sizes at which arithmetic goes wrong.
@Suite struct SizeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [(1, 1), (1, 300), (300, 1), (2, 3), (255, 257), (3073, 5)])
    func everySizeIsRead(width: Int, height: Int) throws {
        let picture = Picture(.rgb, width, height) { x, y, c in
            UInt8((x / 5 + y / 3 + 60 * c) & 255)
        }
        for file in ["png", "png[interlace]", "tif", "tif[tile]", "webp[lossless]", "ppm"] {
            let found = try folder.read(VipsFixture(picture).encoded(file)).picture
            #expect(found == picture, "\(file)")
        }
        for quality in [80, 95] {
            let jpeg = try VipsFixture(picture).encoded("jpg[Q=\(quality)]")
            let (file, found) = try folder.read(jpeg)
            #expect(file.size == PixelSize(width: width, height: height))
            #expect(found.distance(to: picture) < 25)
        }
    }

    /// A thumbnail is exactly as large as it should be, never 0 pixels, and has the colours of
    /// what it shows.
    @Test(arguments: [
        (20000, 1), (1, 20000), (20000, 3), (7, 19999), (4001, 2999), (256, 256), (257, 256),
        (1, 1), (65000, 2),
    ])
    func thumbnailsHaveTheirExactSize(width: Int, height: Int) throws {
        let source = PixelSize(width: width, height: height)
        let target = source.fitted(in: PixelSize(width: 256, height: 256))
        #expect(target.width >= 1 && target.height >= 1)
        let picture = Picture(.rgb, width, height) { _, _, c in UInt8(60 + 60 * c) }
        let shrunk = try VipsLibrary().resize(picture.band, to: target)
        #expect((shrunk.width, shrunk.rows) == (target.width, target.height))
        #expect(Picture(shrunk).samples.enumerated().allSatisfy { 60 + 60 * ($0 % 3) == $1 })
        let jpeg = try VipsFixture(picture).encoded("jpg[Q=95]")
        let file = try ImageFile(folder.job(jpeg), wholeImageLimit: 1 << 30)
        let loaded = try file.shrunk(to: target)
        #expect((loaded.width, loaded.rows) == (target.width, target.height))
        #expect(Picture(loaded).distance(to: Picture(shrunk)) < 2)
        let turned = try ImageFile(
            folder.job(jpeg.withEXIF(orientation: 6)), wholeImageLimit: 1 << 30)
        let upright = try turned.shrunk(
            to: PixelSize(width: target.height, height: target.width))
        #expect((upright.width, upright.rows) == (target.height, target.width))
    }

    /// What decoders hold of an image counts against the memory allowed.
    @Test func decodersThatHoldTheImageSaySo() throws {
        let picture = Picture.smooth(.rgb, 128, 64)
        let area = 128 * 64
        func memory(_ data: Data, thumbnails: [ThumbnailSpec] = []) throws -> Int {
            let job = try folder.job(data, thumbnails: thumbnails)
            return try ImageFile(job, wholeImageLimit: 1 << 30).readingMemory
        }
        func memory(_ file: String) throws -> Int {
            try memory(VipsFixture(picture).encoded(file))
        }
        for file in ["png", "jpg", "tif", "tif[compression=deflate]", "ppm"] {
            #expect(try memory(file) == 0, "\(file)")
        }
        #expect(try memory("png[interlace]") == area * 3)
        for file in ["webp", "gif", "heic", "avif", "jxl"] {
            #expect(try memory(file) >= area * 6, "\(file)")
        }
        #expect(try memory("jp2[tile-width=16,tile-height=16]") < memory("jp2"))
        #expect(try memory("jp2") >= area * 12)
        #expect(try memory("tif[tile,tile-width=16,tile-height=16]") == 2 * 128 * 16 * 3)
        // Two bytes a coefficient: 3 planes at full size, or luma and a quarter of each chroma.
        let full = JPEGFixture { $0.progressive = 1 }.encoded(picture)
        #expect(try memory(full) == area * 6)
        let halved = JPEGFixture { how in
            how.progressive = 1
            (how.h, how.v) = (2, 2)
        }.encoded(picture)
        #expect(try memory(halved) == area * 3)
        let thumbnail = ThumbnailSpec(
            name: "thumbnail", box: PixelSize(width: 32, height: 32), encoding: .of("jpg"))
        #expect(try memory(full, thumbnails: [thumbnail]) == area * 12)
    }

    /// A bright point on black keeps its light: of 4 pixels one is white, so a quarter of the
    /// light, which sRGB writes as 137; the mean of the values would be 64, a twentieth.
    @Test func brightPointsKeepTheirLight() throws {
        let points = Picture(.rgb, 64, 64) { x, y, _ in x % 2 == 0 && y % 2 == 0 ? 255 : 0 }
        let file = try ImageFile(
            folder.job(VipsFixture(points).encoded("png"), linearLight: true),
            wholeImageLimit: 1 << 30)
        let band = try folder.rows(of: file)
        for (linear, expected) in [(true, [137, 137, 137]), (false, [64, 64, 64])] {
            let half = Band(format: .rgb, width: 32, capacity: 32)
            Halver(linearLight: linear).halve(0..<64, of: band, into: half)
            let quarter = Band(format: .rgb, width: 16, capacity: 16)
            Halver(linearLight: linear).halve(0..<32, of: half, into: quarter)
            for level in [half, quarter] {
                let pixel = Picture(level)[7, 9].map(Int.init)
                #expect(zip(pixel, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(pixel)")
            }
        }
    }
}
