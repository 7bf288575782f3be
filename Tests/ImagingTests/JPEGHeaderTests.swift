import CFixtures
import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// What a JPEG's header says: orientation, profile, and the kinds that are not decoded.
@Suite struct JPEGHeaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let picture = Picture.smooth(.rgb, 24, 16)

    /// A directory with entries of tag, type, number of values and the four bytes of the value.
    private static func exif(
        _ entries: [(tag: Int, type: Int, count: Int, value: [UInt8])], isLittleEndian: Bool
    ) -> [UInt8] {
        var bytes = Bytes(isLittleEndian: isLittleEndian)
        bytes.append(isLittleEndian ? "II" : "MM")
        bytes.append(42, size: 2)
        bytes.append(8, size: 4)
        bytes.append(entries.count, size: 2)
        for entry in entries {
            bytes.append(entry.tag, size: 2)
            bytes.append(entry.type, size: 2)
            bytes.append(entry.count, size: 4)
            bytes.append(entry.value)
        }
        bytes.append(0, size: 4)
        return bytes.data
    }

    private func expectAsLibvips(_ data: Data, _ what: String) throws {
        let job = try folder.job(data)
        let seen = cfixtures_orientation(job.source.path)
        let found = try folder.read(data).picture
        let wanted = try folder.read(
            JPEGFixture().encoded(Self.picture).withEXIF(orientation: Int(seen))
        ).picture
        #expect(found == wanted, "\(what): libvips sees \(seen)")
    }

    /// In every type and number of values, in both byte orders, as libexif reads it.
    @Test(arguments: [false, true], [0, 1, 3, 6, 8, 9, 256, 65535])
    func orientationIsReadAsLibvipsReadsIt(isLittleEndian: Bool, value: Int) throws {
        let bare = JPEGFixture().encoded(Self.picture)
        for type in 0...13 {
            for count in [0, 1, 2, 3, 9] {
                var number = Bytes(isLittleEndian: isLittleEndian)
                number.append(
                    value, size: type == 4 || type == 9 ? 4 : type == 3 || type == 8 ? 2 : 1)
                number.append([0, 0, 0])
                let exif = Self.exif(
                    [(274, type, count, Array(number.data.prefix(4)))],
                    isLittleEndian: isLittleEndian)
                try expectAsLibvips(
                    bare.withSegment(0xe1, Array("Exif\0\0".utf8) + exif),
                    "type \(type), \(count) values")
            }
        }
    }

    @Test func severalSegmentsAndTags() throws {
        let bare = JPEGFixture().encoded(Self.picture)
        let name = Array("Exif\0\0".utf8)
        func short(_ value: UInt8, tag: Int = 274) -> (Int, Int, Int, [UInt8]) {
            (tag, 3, 1, [0, value, 0, 0])
        }
        let six = name + Self.exif([short(6)], isLittleEndian: false)
        let three = name + Self.exif([short(3)], isLittleEndian: false)
        let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>".utf8)
        // Segments are put before those that stand there.
        try expectAsLibvips(bare.withSegment(0xe1, three).withSegment(0xe1, six), "two segments")
        try expectAsLibvips(bare.withSegment(0xe1, six).withSegment(0xe1, xmp), "XMP before")
        try expectAsLibvips(bare.withSegment(0xe1, xmp).withSegment(0xe1, six), "XMP behind")
        try expectAsLibvips(bare.withSegment(0xe1, six).withSegment(0xe1, name), "an empty one")
        try expectAsLibvips(
            bare.withSegment(0xe1, name + Self.exif([short(6), short(3)], isLittleEndian: false)),
            "two tags")
        // The second directory is that of the small picture inside.
        var second = Self.exif([short(1, tag: 256)], isLittleEndian: false)
        second.replaceSubrange(second.count - 4..<second.count, with: [0, 0, 0, 26])
        second += [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        try expectAsLibvips(bare.withSegment(0xe1, name + second), "in the second directory")
        for length in 0..<six.count {
            try expectAsLibvips(
                bare.withSegment(0xe1, Array(six.prefix(length))), "\(length) bytes of it")
        }
    }

    private static func withProfile(_ data: Data, _ parts: [(number: Int, of: Int, [UInt8])])
        -> Data
    {
        parts.reversed().reduce(data) { data, part in
            data.withSegment(
                0xe2,
                Array("ICC_PROFILE\0".utf8) + [UInt8(part.number), UInt8(part.of)] + part.2)
        }
    }

    @Test func profilesInParts() throws {
        let bare = JPEGFixture().encoded(Self.picture)
        let profile = ProfileFixture.adobeRGB.bytes
        let (a, b, c) = (
            Array(profile[..<100]), Array(profile[100..<300]), Array(profile[300...])
        )
        let whole = try folder.read(bare.withProfile(profile)).picture
        let without = try folder.read(bare).picture
        #expect(whole != without)
        let readable: [[(number: Int, of: Int, [UInt8])]] = [
            [(1, 3, a), (2, 3, b), (3, 3, c)], [(3, 3, c), (1, 3, a), (2, 3, b)],
            // The numbers are wrong, the profile is whole.
            [(1, 9, a), (2, 9, b), (3, 9, c)], [(1, 0, profile)], [(1, 2, profile)],
        ]
        for parts in readable {
            let (file, found) = try folder.read(Self.withProfile(bare, parts))
            #expect(found == whole)
            #expect(file.warnings.isEmpty)
        }
        let incomplete: [[(number: Int, of: Int, [UInt8])]] = [
            [(1, 3, a), (3, 3, c)], [(2, 3, b), (3, 3, c)], [(1, 3, a), (2, 3, b)],
        ]
        for parts in incomplete {
            let (file, found) = try folder.read(Self.withProfile(bare, parts))
            #expect(found == without)
            #expect(
                file.warnings == ["the embedded colour profile was ignored: it is incomplete"])
        }
    }

    @Test func kindsThatAreNotDecodedAreNamed() throws {
        let data = JPEGFixture().encoded(Self.picture)
        let frame = try #require(data.place(of: [0xff, 0xc0, 0, 17, 8]))
        let cmyk = JPEGFixture(stored: .cmyk, given: .cmyk)
            .encoded([UInt8](repeating: 9, count: 4 * 64), 8, 8)
        let inks = try #require(cmyk.place(of: [0xff, 0xc0, 0, 20, 8]))
        // A frame of two components, and a scan of both.
        var two = JPEGFixture(stored: .grey, given: .grey).encoded(
            [UInt8](repeating: 9, count: 64), 8, 8)
        let grey = try #require(two.place(of: [0xff, 0xc0, 0, 11]))
        two.replaceSubrange(
            grey + 2..<grey + 13, with: [0, 14, 8, 0, 8, 0, 8, 2, 1, 0x11, 0, 2, 0x11, 0])
        let scan = try #require(two.place(of: [0xff, 0xda]))
        two.replaceSubrange(scan + 2..<scan + 10, with: [0, 10, 2, 1, 0, 2, 0, 0, 63, 0])
        let cases: [(Data, String)] = [
            (two, "JPEG of 2 components"),
            (data.with([12], at: frame + 4), "12-bit JPEG"),
            (data.with([0xc3], at: frame + 1), "lossless JPEG"),
            (data.with([0xc5], at: frame + 1), "hierarchical JPEG"),
            (data.with([0xde], at: frame + 1), "hierarchical JPEG"),
            (data.with([0xf7], at: frame + 1), "JPEG-LS"),
            (data.with([0, 0], at: frame + 5), "JPEG whose height stands behind its pixels (DNL)"),
            (data.with([0xff, 0xff], at: frame + 5), "JPEG of more than 65500 pixels a side"),
            (cmyk.with([0x44], at: inks + 11), "JPEG of more than 10 blocks a unit"),
            (
                data.with([0x31, 0, 2, 0x21], at: frame + 11),
                "JPEG with components of sizes that do not divide"
            ),
        ]
        for (file, name) in cases {
            for tiles in [Encoding.of("png"), .of("jpg")] {
                #expect("\(name)") { _ = try folder.read(file, tiles: tiles) } throws: {
                    "\($0)" == "pixels not supported: \(name)"
                }
            }
        }
        #expect { _ = try folder.read(data.with([0, 0], at: frame + 7)) } throws: {
            "\($0)".hasPrefix("damaged JPEG (")
        }
    }
}
