import Foundation
import Imaging
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
