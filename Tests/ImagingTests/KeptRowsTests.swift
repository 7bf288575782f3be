import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

private typealias Fixture = JPEG2000Fixture

/// What of a damaged file is kept, pixel by pixel, and what stands where the rest is missing.
@Suite struct KeptRowsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Without `keep` the file fails; with it, there is a warning that says why.
    private func kept(_ data: Data, page: Int = 0) throws -> Picture {
        var reason = ""
        #expect {
            _ = try folder.read(data, page: page)
        } throws: {
            reason = "\($0)"
            return reason.hasPrefix("truncated ") || reason.hasPrefix("damaged ")
        }
        let (file, found) = try folder.read(data, page: page, onDamage: .keep)
        #expect(file.damage == reason)
        #expect(file.warnings == ["\(reason); cut is what can be decoded"])
        // Nothing that is left over from elsewhere.
        #expect(try folder.read(data, page: page, onDamage: .keep).picture == found)
        return found
    }

    private func expect(
        _ found: Picture, _ wanted: Picture, inRows rows: Range<Int>, otherwise rest: [UInt8]?,
        _ comment: Comment = ""
    ) {
        #expect((found.width, found.height) == (wanted.width, wanted.height), comment)
        for y in 0..<wanted.height {
            for x in 0..<wanted.width {
                if rows.contains(y) {
                    #expect(found[x, y] == wanted[x, y], "\(comment) at \(x), \(y)")
                } else if let rest {
                    #expect(found[x, y] == rest, "\(comment) at \(x), \(y)")
                }
            }
        }
    }

    // MARK: TIFF

    /// All strips and tiles but the broken one.
    @Test(
        arguments: CompressedTIFF.Compression.allCases.filter { $0 != .none && !$0.isBilevel },
        [false, true])
    func otherStripsAndTiles(compression: CompressedTIFF.Compression, isTiled: Bool) throws {
        let picture = JPEGPathTests.busy(160, 96)
        var tiff = CompressedTIFF(
            160, 96, samples: 3, bits: 8, photometric: 2, compression
        ) { x, y, c in Int(picture[x, y][c]) }
        if isTiled {
            (tiff.how.tile_width, tiff.how.tile_height) = (32, 32)
        } else {
            tiff.how.rows_per_strip = 16
        }
        guard let whole = try tiff.encoded() else { return }
        let wanted = try folder.read(whole).picture
        let strips = StripsOfTIFF(whole)
        // The second of the tiles in the middle row, or the strip in the middle.
        let broken = isTiled ? 6 : 3
        var data = whole
        strips.setCount(strips.places[broken].count / 3, of: broken, in: &data)
        let found = try kept(data)
        let (columns, rows) = isTiled ? (32..<64, 32..<64) : (0..<160, 48..<64)
        var same = 0
        for y in 0..<96 {
            for x in 0..<160 {
                if columns.contains(x) && rows.contains(y) {
                    if found[x, y] == wanted[x, y] { same += 1 }
                } else {
                    #expect(found[x, y] == wanted[x, y], "\(compression) at \(x), \(y)")
                }
            }
        }
        #expect(same < columns.count * rows.count)
    }

    /// The rows before the end of an uncompressed file, and zeros.
    @Test func rowsOfUncompressedStrips() throws {
        let picture = JPEGPathTests.busy(50, 40)
        var tiff = TIFFFixture(50, 40, samples: 3, bits: 8, photometric: 2) { x, y, c in
            Int(picture[x, y][c])
        }
        tiff.strips = (0..<4).map { strip in
            (0..<500).flatMap { picture[$0 % 50, strip * 10 + $0 / 50] }
        }
        tiff.tags[278] = [10]
        // The last strip lacks its last rows.
        tiff.strips[3].removeLast(150 * 6)
        tiff.tags[279] = [1500, 1500, 1500, 1500]
        let found = try kept(tiff.data)
        // The bytes behind the strip are taken for its own, as far as they go.
        expect(found, picture, inRows: 0..<34, otherwise: nil)
        for x in 0..<50 { #expect(found[x, 39] == [0, 0, 0]) }
    }

    // MARK: BMP, TGA, anymaps

    private static let small = Picture(.rgb, 12, 9) { x, y, c in
        [UInt8(200 - y), UInt8(y * 9), UInt8(x * 20)][c]
    }

    @Test func bitmaps() throws {
        let pixel = { (x: Int, y: Int) in
            Int(Self.small[x, y][2]) + Int(Self.small[x, y][1]) << 8 + Int(Self.small[x, y][0])
                << 16
        }
        var bmp = BitmapFixtures.BMP()
        for isTopDown in [true, false] {
            bmp.isTopDown = isTopDown
            let data = bmp.file(12, 9, pixel)
            let found = try kept(Data(data.dropLast(36 * 3)))
            expect(
                found, Self.small, inRows: isTopDown ? 0..<6 : 3..<9, otherwise: [0, 0, 0])
        }
    }

    @Test(arguments: [false, true]) func targas(inRuns: Bool) throws {
        var tga = BitmapFixtures.TGA()
        tga.isTopDown = true
        if inRuns { tga.kind = 10 }
        let data = tga.file(12, 9) { x, y in
            (inRuns ? [0x80] : []) + Self.small[x, y].reversed()
        }
        let found = try kept(Data(data.dropLast(12 * (inRuns ? 4 : 3) * 4)))
        expect(found, Self.small, inRows: 0..<5, otherwise: [0, 0, 0])
    }

    @Test func anymaps() throws {
        let samples = Self.small.samples
        for header in [
            "P6 12 9 255\n", "P7\nWIDTH 12\nHEIGHT 9\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n",
        ] {
            let found = try kept(Data(header.utf8) + Data(samples.dropLast(36 * 4)))
            expect(found, Self.small, inRows: 0..<5, otherwise: [0, 0, 0])
        }
        let text = samples.map { "\($0)" }.joined(separator: "\n")
        let words = text.split(separator: "\n").dropLast(36 * 2).joined(separator: "\n") + "\n"
        expect(
            try kept(Data("P3 12 9 255\n\(words)".utf8)), Self.small, inRows: 0..<7,
            otherwise: [0, 0, 0])
        // A PBM's 0 is white.
        let bits = Data("P4 8 4\n".utf8) + Data([0x55, 0xaa])
        let lines = Picture(.grey, 8, 4) { x, y, _ in (x + y) % 2 == 0 ? 255 : 0 }
        expect(try kept(bits), lines, inRows: 0..<2, otherwise: [255])
    }

    // MARK: GIF, JPEG 2000, JPEG XL

    @Test func gifs() throws {
        let picture = JPEGPathTests.busy(64, 48)
        let whole = try VipsFixture(picture).encoded("gif")
        let wanted = try folder.read(whole).picture
        let found = try kept(Data(whole.prefix(whole.count * 3 / 4)))
        #expect(found.format == .rgba)
        var rows = 0
        while rows < 48, found[63, rows].last == 255 { rows += 1 }
        #expect((8..<48).contains(rows))
        for y in 0..<rows {
            for x in 0..<64 { #expect(found[x, y].prefix(3) == wanted[x, y].prefix(3)) }
        }
        #expect(found[63, 47] == [0, 0, 0, 0])
    }

    private static func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x * (3 + channel) + y * (5 - channel) + 40 * channel + (x / 7) * (y / 5)) % 256
    }

    /// The tiles before the end.
    @Test(arguments: [false, true]) func tilesOfJPEG2000(isBoxed: Bool) throws {
        var fixture = Fixture(
            right: 96, bottom: 96,
            (0..<3).map { channel in Fixture.Component { Self.value($0, $1, channel) } })
        fixture.tile = (32, 32, 0, 0)
        let codestream = fixture.codestream
        let parts = codestream.startsOfTileParts
        try #require(parts.count == 9)
        let data = isBoxed ? fixture.file(Fixture.colours(16)) : codestream
        let start = data.count - codestream.count
        // The last row of tiles is missing from its second tile on.
        let found = try kept(Data(data.prefix(start + parts[7])))
        let wanted = Picture(.rgb, 96, 96) { UInt8(Self.value($0, $1, $2)) }
        expect(found, wanted, inRows: 0..<64, otherwise: nil)
        for y in 64..<96 { for x in 0..<32 { #expect(found[x, y] == wanted[x, y]) } }
    }

    @Test func oneTileOfJPEG2000() throws {
        let fixture = Fixture(
            right: 96, bottom: 96,
            (0..<3).map { channel in Fixture.Component { Self.value($0, $1, channel) } })
        let data = fixture.file(Fixture.colours(16))
        let found = try kept(Data(data.prefix(data.count * 2 / 3)))
        let wanted = Picture(.rgb, 96, 96) { UInt8(Self.value($0, $1, $2)) }
        #expect(found != wanted && found.width == 96 && found.height == 96)
    }

    @Test func partsOfJPEGXL() throws {
        let picture = JPEGPathTests.busy(700, 600)
        let data = try #require(JPEGXLFixture.file(picture))
        let found = try kept(Data(data.prefix(data.count * 9 / 10)))
        // Groups of 256 pixels, of which the first are there.
        var same = 0
        for y in stride(from: 0, to: 200, by: 5) {
            for x in stride(from: 0, to: 200, by: 5) where found[x, y] == picture[x, y] {
                same += 1
            }
        }
        #expect(same == 1600)
        #expect(found != picture)
    }
}
