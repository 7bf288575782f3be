import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Files that libvips or ImageMagick read as something else than they are.
@Suite struct UncommonFilesTests {
    private static let bits = Picture(.grey, 40, 30) { x, y, _ in (x / 5 + y / 4) % 2 == 0 ? 0 : 255
    }

    /// The same bitmap in each of the six kinds of portable anymap.
    private static func anymap(_ kind: Int, apart: Bool = true) -> Data {
        let picture = bits
        let channels = kind == 3 || kind == 6 ? 3 : 1
        var data = Data("P\(kind)\n# a comment\n40 30\n".utf8)
        if kind != 1 && kind != 4 { data += Data("255\n".utf8) }
        switch kind {
        case 1:
            for y in 0..<30 {
                let row = (0..<40).map { picture[$0, y][0] == 0 ? "1" : "0" }
                data += Data((row.joined(separator: apart ? " " : "") + "\n").utf8)
            }
        case 4:
            for y in 0..<30 {
                for x in stride(from: 0, to: 40, by: 8) {
                    data.append(
                        (0..<8).reduce(UInt8(0)) { $0 << 1 | (picture[x + $1, y][0] == 0 ? 1 : 0) })
                }
            }
        case 2, 3:
            for sample in picture.samples {
                data += Data((0..<channels).map { _ in "\(sample)" }.joined(separator: " ").utf8)
                data += Data("\n".utf8)
            }
        default:
            for sample in picture.samples {
                data += Data(repeating: sample, count: channels)
            }
        }
        return data
    }

    @Test(arguments: 1...6)
    func anymapsAreWholeOrFail(kind: Int) throws {
        let folder = try TemporaryFolder()
        let data = Self.anymap(kind)
        let found = try folder.read(data).picture
        for (x, y) in [(0, 0), (39, 29), (7, 3), (20, 17)] {
            #expect(found[x, y].allSatisfy { $0 == Self.bits[x, y][0] }, "P\(kind) at \(x), \(y)")
        }
        for part in [0.3, 0.7, 0.97] {
            let short = Data(data.prefix(Int(Double(data.count) * part)))
            #expect("P\(kind), \(part)") { _ = try folder.read(short) } throws: {
                "\($0)".hasPrefix("truncated PPM") || "\($0)".hasPrefix("damaged PPM")
            }
        }
    }

    @Test func digitsOfAPlainBitmapMayStandTogether() throws {
        let folder = try TemporaryFolder()
        #expect(try folder.read(Self.anymap(1, apart: false)).picture == Self.bits)
    }

    /// The header says that no bit of a pixel is alpha.
    @Test(arguments: [1, 4])
    func targaWithoutAlphaIsOpaque(bytes: Int) throws {
        let folder = try TemporaryFolder()
        var data = Data([0, 0, bytes == 1 ? 3 : 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        data += Data([20, 0, 10, 0, UInt8(bytes * 8), 0x20])
        for y in 0..<10 {
            for x in 0..<20 {
                let value = UInt8(x * 10 + y)
                data += bytes == 1 ? Data([value]) : Data([value, value, value, 0])
            }
        }
        let found = try folder.read(data).picture
        #expect(!found.format.hasAlpha)
        for (x, y) in [(0, 0), (19, 9), (4, 7)] {
            #expect(found[x, y].allSatisfy { $0 == UInt8(x * 10 + y) })
        }
    }

    @Test(arguments: [3, 6, 8])
    func orientationBehindThePixelsOfAPNG(orientation: Int) throws {
        let folder = try TemporaryFolder()
        let seen = Picture.smooth(.rgb, 61, 43)
        let stored = seen.stored(orientation: orientation)
        let chunk = ("eXIf", Data.exif(orientation: orientation))
        func file(_ chunks: [(name: String, content: [UInt8])]) -> Data {
            PNGFixture(stored.width, stored.height, chunks: chunks) { x, y, c in
                Int(stored[x, y][c])
            }.data
        }
        // The chunk, moved from before the pixels to before the end.
        let with = file([chunk])
        let bare = file([])
        let length = with.count - bare.count
        let header = 33
        let moved =
            bare.prefix(bare.count - 12) + with[header..<header + length] + bare.suffix(12)
        #expect(try folder.read(Data(moved)).picture == seen)
    }

    @Test func losslessAVIFKeepsEveryColour() throws {
        let folder = try TemporaryFolder()
        let colours: [[UInt8]] = [[255, 0, 0], [0, 0, 255], [0, 255, 0], [255, 255, 0]]
        let picture = Picture(.rgb, 64, 64) { x, y, c in colours[(x + 2 * y) % 4][c] }
        let found = try folder.read(try picture.encoded("avif", lossless: true)).picture
        #expect(found.largestDistance(to: picture) <= 3)
    }
}
