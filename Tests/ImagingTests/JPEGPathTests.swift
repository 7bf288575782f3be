import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// JPEG sources are read straight through libjpeg where no pixel has to change.
@Suite struct JPEGPathTests {
    /// Grain and edges, as in a photograph.
    static func busy(_ width: Int, _ height: Int) -> Picture {
        Picture(.rgb, width, height) { x, y, c in
            let grain = ((x &* 7919) ^ (y &* 104_729)) % 23 - 11
            let base = (x / 97 + y / 89) % 2 == 0 ? [170, 110, 80][c] : [90, 110, 150][c]
            return UInt8(min(255, max(0, base + grain + x * 40 / max(width, 1))))
        }
    }

    @Test func formatFollowsWhatTheTilesNeed() throws {
        let folder = try TemporaryFolder()
        let subsampled = try Self.busy(320, 200).encoded("jpg", quality: 80)
        let full = try Self.busy(320, 200).encoded("jpg", quality: 95)
        let grey = try Picture.smooth(.grey, 320, 200).encoded("jpg")
        func format(
            _ data: Data, _ tiles: Encoding, tileSize: Int = 256, linearLight: Bool = false
        ) throws -> PixelFormat {
            let job = try folder.job(
                data, tiles: tiles, linearLight: linearLight, tileSize: tileSize)
            return try ImageFile(job, wholeImageLimit: 1 << 30).format
        }
        #expect(try format(subsampled, .of("jpg", quality: 89)) == .ycc420)
        #expect(try format(subsampled, .of("jpg", quality: 90)) == .rgb)
        #expect(try format(subsampled, .of("png")) == .rgb)
        // Chroma that does not line up with a tile is moved; see `CutPixelsTests`.
        #expect(try format(subsampled, .of("jpg"), tileSize: 255) == .ycc420)
        #expect(try format(subsampled, .of("jpg"), linearLight: true) == .rgb)
        #expect(try format(full, .of("jpg")) == .rgb)
        #expect(try format(grey, .of("jpg")) == .grey)
        #expect(try format(grey, .of("png")) == .grey)
    }

    /// libvips reads JPEG through the same library, so an image that it has to turn twice over
    /// (flipped here, flipped back by the reader) gives the same pixels.
    @Test(arguments: [(1, 1), (15, 17), (16, 16), (33, 47), (320, 200), (319, 201)])
    func samePixelsAsThroughLibvips(width: Int, height: Int) throws {
        let folder = try TemporaryFolder()
        for quality in [60, 95] {
            let data = try Self.busy(width, height).encoded("jpg", quality: quality)
            let direct = try folder.read(data).picture
            let flipped = try folder.read(data.withEXIF(orientation: 2)).picture
            #expect(flipped.stored(orientation: 2) == direct)
        }
    }

    /// A photograph's worth of detail, at full size and at each level below.
    @Test func planesGiveThePixelsOfTheGeneralPath() throws {
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "manifests/samples/landscape.jpg")
        try compare(try Data(contentsOf: sample), levels: 5)
    }

    /// Odd sizes, where chroma has half a pixel more than luma, and hard edges.
    @Test(arguments: [(320, 200), (333, 517), (402, 263), (641, 401)])
    func planesOfOddSizes(width: Int, height: Int) throws {
        try compare(try Self.busy(width, height).encoded("jpg", quality: 85), levels: 3)
    }

    /// What stands beyond a tile in its band is no part of it, also where the tile ends in the
    /// middle of a chroma sample.
    @Test func tilesDependOnTheirOwnPixelsOnly() throws {
        let encoder = try ImageEncoder()
        for (width, height) in [(11, 11), (12, 11), (11, 12), (12, 12), (1, 1), (33, 17)] {
            var files: [Data] = []
            for beyond in [UInt8(0), 255, 77] {
                let band = Band(format: .ycc420, width: width + 5, capacity: 20)
                band.rows = 20
                for index in 0..<3 {
                    let plane = band.plane(index)
                    let shape = plane.shape
                    for y in 0..<shape.side(20) {
                        for x in 0..<plane.stride {
                            let isInside = x < shape.side(width) && y < shape.side(height)
                            plane.row(y)[x] =
                                isInside
                                ? UInt8(truncatingIfNeeded: x * 9 + y * 7 + index * 60) : beyond
                        }
                    }
                }
                let view = TileView(band: band, x: 0, y: 0, width: width, height: height)
                let output = ByteBuffer()
                try encoder.encode(
                    view, as: .of("jpg", quality: 80), background: .white, into: output)
                files.append(Data(output.bytes))
            }
            #expect(files[0] == files[1] && files[0] == files[2], "\(width) x \(height)")
        }
    }

    private func compare(_ data: Data, levels: Int) throws {
        let folder = try TemporaryFolder()
        let tiles = Encoding.of("jpg", quality: 89)
        let planar = try ImageFile(try folder.job(data, tiles: tiles), wholeImageLimit: 1 << 30)
        try #require(planar.format == .ycc420)
        var planes = try folder.rows(of: planar)
        var pixels = try folder.read(data).picture.band
        for level in 0..<levels {
            let viaPlanes = try decode(planes, tiles, in: folder)
            let viaPixels = try decode(pixels, tiles, in: folder)
            try #require(viaPlanes.samples.count == viaPixels.samples.count)
            var sums = [0, 0, 0]
            for index in viaPlanes.samples.indices {
                sums[index % 3] += abs(
                    Int(viaPlanes.samples[index]) - Int(viaPixels.samples[index]))
            }
            let count = Double(viaPlanes.width * viaPlanes.height)
            for sum in sums { #expect(Double(sum) / count <= 2, "level \(level): \(sums)") }
            planes = halved(planes)
            pixels = halved(pixels)
        }
    }

    private func halved(_ band: Band) -> Band {
        let height = (band.rows + 1) / 2
        let half = Band(
            format: band.format, width: (band.width + 1) / 2, capacity: (height + 3) / 4 * 4)
        Halver(linearLight: false).halve(0..<band.rows, of: band, into: half)
        return half
    }

    private func decode(_ band: Band, _ tiles: Encoding, in folder: TemporaryFolder) throws
        -> Picture
    {
        let output = ByteBuffer()
        try ImageEncoder().encode(
            TileView(band), as: tiles, background: .white, into: output)
        return try folder.read(Data(output.bytes)).picture
    }
}
