import CFixtures
import Foundation
import Imaging
import PixelFixtures
import Testing

/// Strips and tiles of TIFF files that end early or are broken, in every compression.
@Suite struct TIFFDamageTests {
    let folder: TemporaryFolder
    private static let size = (width: 160, height: 80)

    init() throws { folder = try TemporaryFolder() }

    enum Shape: CaseIterable, Sendable {
        case strips, oneStrip, tiles, planes
    }

    /// A picture that no compression makes small.
    private static func file(
        _ compression: CompressedTIFF.Compression, _ shape: Shape
    ) throws -> (data: Data, picture: Picture)? {
        let isBilevel = compression.isBilevel
        let channels = isBilevel ? 1 : 3
        let picture = Picture(isBilevel ? .grey : .rgb, size.width, size.height) { x, y, c in
            let noise = (x * 7919 + y * 104_729 + c * 1301) % 251 * 37 % 61
            return isBilevel ? (x / 5 + y / 3) % 2 == 0 ? 255 : 0 : UInt8(x + y / 2 + noise / 3)
        }
        var tiff = CompressedTIFF(
            size.width, size.height, samples: channels, bits: isBilevel ? 1 : 8,
            photometric: isBilevel ? 1 : 2, compression
        ) { x, y, c in
            isBilevel ? Int(picture[x, y][c]) / 255 : Int(picture[x, y][c])
        }
        switch shape {
        case .strips: break
        case .oneStrip: tiff.how.rows_per_strip = Int32(size.height)
        case .tiles: (tiff.how.tile_width, tiff.how.tile_height) = (64, 32)
        case .planes: tiff.how.planar = 1
        }
        return try tiff.encoded().map { ($0, picture) }
    }

    private static func isRead(_ compression: CompressedTIFF.Compression, _ shape: Shape) -> Bool {
        switch (compression, shape) {
        case (.fax3, .tiles), (.rle, .tiles): false
        case (_, .planes): !compression.isBilevel && compression != .webp
        default: true
        }
    }

    @Test(arguments: CompressedTIFF.Compression.allCases, Shape.allCases)
    func wholeOnesAreRead(compression: CompressedTIFF.Compression, shape: Shape) throws {
        guard Self.isRead(compression, shape),
            let (data, picture) = try Self.file(compression, shape)
        else { return }
        let (file, found) = try folder.read(data)
        #expect(file.warnings.isEmpty)
        switch compression {
        case .jpeg, .webp: #expect(found.distance(to: picture) < 9)
        default: #expect(found == picture)
        }
    }

    @Test(arguments: CompressedTIFF.Compression.allCases, Shape.allCases)
    func stripsThatEndEarlyFail(compression: CompressedTIFF.Compression, shape: Shape) throws {
        // What is not compressed is there, however few bytes it is said to have.
        guard compression != .none, Self.isRead(compression, shape),
            case (var data, _)? = try Self.file(compression, shape)
        else { return }
        let strips = StripsOfTIFF(data)
        let strip = strips.places.count / 2
        strips.setCount(strips.places[strip].count / 2, of: strip, in: &data)
        #expect("\(compression), \(shape)") { _ = try folder.read(data) } throws: { error in
            "\(error)".hasPrefix("truncated TIFF") || "\(error)".hasPrefix("damaged TIFF")
        }
    }

    /// A file of one strip that ends in the middle of it, directory first.
    @Test(arguments: CompressedTIFF.Compression.allCases)
    func filesThatEndEarlyAreCalledTruncated(compression: CompressedTIFF.Compression) throws {
        guard let (whole, _) = try Self.file(compression, .oneStrip) else { return }
        // libtiff writes the directory last: it moves before the strip.
        let place = StripsOfTIFF(whole).places[0]
        let behind = whole[place.upperBound...]
        var data = whole
        data.append(whole[place].prefix(place.count / 2))
        data.replaceSubrange(place, with: Data(count: place.count))
        #expect(!behind.isEmpty)
        let start = whole.count
        let offset = try #require(
            data.range(of: Data(Bytes.little(273, size: 2)), in: behind.indices))
        data.replaceSubrange(
            offset.lowerBound + 8..<offset.lowerBound + 12, with: Bytes.little(start, size: 4))
        #expect("\(compression)") { _ = try folder.read(data) } throws: {
            "\($0)".hasPrefix("truncated TIFF")
        }
    }

    /// Whatever broken data decode to, their checksum does not fit.
    @Test(arguments: Shape.allCases, [false, true])
    func brokenDeflateFails(shape: Shape, ofZeros: Bool) throws {
        let (whole, _) = try #require(try Self.file(.deflate, shape))
        for strip in StripsOfTIFF(whole).places {
            var data = whole
            let middle = (strip.lowerBound + strip.upperBound) / 2
            if ofZeros {
                data.replaceSubrange(
                    middle..<strip.upperBound, with: Data(count: strip.upperBound - middle))
            } else {
                data[middle] ^= 0x10
            }
            #expect { _ = try folder.read(data) } throws: { "\($0)".contains("d TIFF (") }
        }
    }

    /// libtiff only warns of these.
    @Test func emptyJPEGTilesFail() throws {
        let (whole, _) = try #require(try Self.file(.jpeg, .tiles))
        let places = StripsOfTIFF(whole).places
        let tile = places[places.count / 2]
        var data = whole
        // The end of the image, where its scan begins.
        let scan = try #require(whole.range(of: Data([0xff, 0xda]), in: tile))
        data.replaceSubrange(scan.lowerBound + 14..<scan.lowerBound + 16, with: [0xff, 0xd9])
        #expect { _ = try folder.read(data) } throws: { "\($0)".hasPrefix("truncated TIFF") }
    }

    /// Counts that are too large, or too small for data that are all there, cost nothing.
    @Test(arguments: [CompressedTIFF.Compression.none, .lzw, .deflate, .zstd, .packBits, .jpeg])
    func wrongByteCountsAreSurvived(compression: CompressedTIFF.Compression) throws {
        let (whole, _) = try #require(try Self.file(compression, .strips))
        let expected = try folder.read(whole).picture
        let strips = StripsOfTIFF(whole)
        let last = strips.places.count - 1
        var data = whole
        strips.setCount(min(whole.count, 65535), of: last, in: &data)
        let (file, found) = try folder.read(data)
        #expect(found == expected)
        _ = try file.rows(scratch: folder.url.path)
        guard compression == .none else { return }
        data = whole
        strips.setCount(10, of: 2, in: &data)
        let (short, same) = try folder.read(data)
        #expect(same == expected)
        #expect(short.warnings == ["byte counts of strips are too small"])
    }

    @Test func overlappingStripsFail() throws {
        var tiff = TIFFFixture(8, 4, samples: 1, bits: 8, photometric: 1) { x, y, _ in x + y }
        tiff.strips = [[1, 2, 3, 4], Array(repeating: 5, count: 16)]
        tiff.tags[278] = [2]
        #expect { _ = try folder.read(tiff.data) } throws: {
            "\($0)" == "truncated TIFF (not enough data in strip 0)"
        }
    }

    /// GDAL leaves out what is 0.
    @Test func partsThatAreLeftOutAreZero() throws {
        var tiff = TIFFFixture(8, 4, samples: 1, bits: 8, photometric: 1) { _, _, _ in 0 }
        tiff.strips = [Array(repeating: 7, count: 16), []]
        tiff.tags[278] = [2]
        let (file, found) = try folder.read(tiff.data)
        #expect(found[7, 1] == [7] && found[0, 2] == [0] && found[7, 3] == [0])
        #expect(file.warnings == ["strips or tiles that the file leaves out count as 0"])
    }
}
