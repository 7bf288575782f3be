import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

@Suite struct OrientationTests {
    @Test(arguments: 1...8)
    func tilesAndThumbnailAreUpright(orientation: Int) throws {
        let folder = try TemporaryFolder()
        let seen = Picture.smooth(.rgb, 301, 203)
        let stored = seen.stored(orientation: orientation)
        let data = try stored.encoded("jpg", quality: 98).withEXIF(orientation: orientation)
        let (file, picture) = try folder.read(data)
        #expect(file.size == PixelSize(width: 301, height: 203))
        #expect(picture.distance(to: seen) < 1)
        // All the pixels do not fit the memory: the same through a file.
        let (_, throughFile) = try folder.read(data, wholeImageLimit: 1000)
        #expect(throughFile == picture)
        let small = Picture(try file.shrunk(to: PixelSize(width: 30, height: 20)))
        #expect((small.width, small.height) == (30, 20))
        for (x, y) in [(0, 0), (29, 0), (0, 19), (29, 19)] {
            let expected = seen[x * 300 / 29, y * 202 / 19]
            for (found, wanted) in zip(small[x, y], expected) {
                #expect(abs(Int(found) - Int(wanted)) <= 10, "corner \(x), \(y)")
            }
        }
    }

    /// From every format that has the tag.
    @Test(arguments: 1...8, ["jpg[Q=98]", "tif", "tif[tile]", "webp[lossless]"])
    func everyFormatsTagIsApplied(orientation: Int, file: String) throws {
        let folder = try TemporaryFolder()
        let seen = Picture.smooth(.rgb, 61, 43)
        var fixture = VipsFixture(seen.stored(orientation: orientation))
        fixture.orientation = orientation
        let (read, picture) = try folder.read(fixture.encoded(file))
        #expect(read.size == PixelSize(width: 61, height: 43))
        #expect(picture.distance(to: seen) < 1)
        #expect(read.warnings.isEmpty)
    }

    @Test(arguments: 1...8, [false, true])
    func theTagOfPNGIsApplied(orientation: Int, isInterlaced: Bool) throws {
        let folder = try TemporaryFolder()
        let seen = Picture.smooth(.rgb, 61, 43)
        let stored = seen.stored(orientation: orientation)
        let png = PNGFixture(
            stored.width, stored.height, isInterlaced: isInterlaced,
            chunks: [("eXIf", Data.exif(orientation: orientation))]
        ) { x, y, c in Int(stored[x, y][c]) }
        let (read, picture) = try folder.read(png.data)
        #expect(read.size == PixelSize(width: 61, height: 43))
        #expect(picture == seen)
        #expect(read.warnings.isEmpty)
    }

    @Test func transparentAndGreyPicturesTurn() throws {
        let folder = try TemporaryFolder()
        for format in [PixelFormat.grey, .greyAlpha, .rgba] {
            let seen = Picture(format, 31, 20) { x, y, c in UInt8(6 * x + 2 * y + c) }
            var fixture = VipsFixture(seen.stored(orientation: 6))
            fixture.orientation = 6
            let data = try fixture.encoded("tif")
            #expect(try folder.read(data).picture == seen)
            #expect(try folder.read(data, wholeImageLimit: 10).picture == seen)
        }
    }

    /// A container's own rotation is applied once, and an EXIF tag beside it not at all. The
    /// property takes the place of one that tells the depth, which the coded picture tells, too.
    @Test(arguments: ["avif", "heic"], 0...3)
    func rotationOfHEIFIsAppliedOnce(file: String, quarters: Int) throws {
        let folder = try TemporaryFolder()
        let stored = Picture.smooth(.rgb, 64, 48)
        var fixture = VipsFixture(stored)
        fixture.metadata = [
            ("exif-data", Array("Exif\0\0".utf8) + Data.exif(orientation: 6))
        ]
        var data = try fixture.encoded("\(file)[Q=95]")
        let property = try #require(data.firstRange(of: Data("pixi".utf8)))
        data.replaceSubrange(
            property.lowerBound..<property.lowerBound + 12,
            with: Data("irot".utf8) + [UInt8(quarters), 0, 0, 0, 0, 0, 0, 0])
        // Counterclockwise, as EXIF's 8, 3 and 6 say to turn what they are written beside.
        let seen = stored.seen(orientation: [1, 8, 3, 6][quarters])
        let (read, picture) = try folder.read(data)
        #expect(read.size == PixelSize(width: seen.width, height: seen.height))
        #expect(picture.distance(to: seen) < 3)
    }

    @Test(arguments: [0, 9, 255])
    func nonsenseCountsAsUpright(orientation: Int) throws {
        let folder = try TemporaryFolder()
        let seen = Picture.smooth(.rgb, 64, 32)
        let data = try seen.encoded("jpg", quality: 98).withEXIF(orientation: orientation)
        let (file, picture) = try folder.read(data)
        #expect(file.size == PixelSize(width: 64, height: 32))
        #expect(picture.distance(to: seen) < 1)
    }

    @Test func memoryIsSetAsideOnlyForImagesThatTurn() throws {
        let folder = try TemporaryFolder()
        let data = try Picture.smooth(.rgb, 64, 32).encoded("jpg", quality: 98)
        func memory(_ orientation: Int, limit: Int) throws -> Int {
            let job = try folder.job(data.withEXIF(orientation: orientation))
            return try ImageFile(job, wholeImageLimit: limit).readingMemory
        }
        #expect(try memory(1, limit: 1 << 30) == 0)
        #expect(try memory(2, limit: 1 << 30) == 0)
        #expect(try memory(6, limit: 1 << 30) == 64 * 32 * 3)
        #expect(try memory(6, limit: 64 * 32 * 3 - 1) == 0)
    }
}
