import Foundation
import Imaging
import PixelFixtures
import Testing

/// What the boxes of HEIC and AVIF say of their pictures.
@Suite struct HEIFTests {
    let folder: TemporaryFolder
    private static let picture = Picture.smooth(.rgb, 48, 32)

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["avis", "hevc", "msf1"])
    func sequencesAreNamed(brand: String) throws {
        let data =
            HEIFFixture.box("ftyp", Array("\(brand)\0\0\0\0iso8".utf8))
            + HEIFFixture.box("moov", HEIFFixture.box("mvhd", [UInt8](repeating: 0, count: 100)))
            + HEIFFixture.box("mdat", [1, 2, 3])
        #expect { _ = try folder.read(Data(data)) } throws: {
            "\($0)" == "pixels not supported: an image sequence in HEIF"
        }
    }

    @Test(arguments: ["isom", "qt  ", "crx "])
    func otherMediaAreNoHEIF(brand: String) throws {
        let data =
            HEIFFixture.box("ftyp", Array("\(brand)\0\0\0\0iso8".utf8))
            + HEIFFixture.box("mdat", [1, 2, 3])
        #expect(throws: ImagingError.unknownFormat("ISO media file")) {
            _ = try folder.read(Data(data))
        }
    }

    /// Grey is coded without colours, and comes from libheif with three samples.
    @Test func picturesWithoutColoursAreGrey() throws {
        let grey = Picture(.rgb, 48, 32) { x, y, _ in UInt8(20 + x * 2 + y * 3) }
        var data = try VipsFixture(grey).encoded("avif[lossless]")
        #expect(try folder.read(data).picture.format == .rgb)
        let box = try #require(data.firstRange(of: Data("av1C".utf8)))
        data[box.upperBound + 2] |= 0x10
        let found = try folder.read(data).picture
        #expect(found.format == .grey)
        #expect(found.like(grey).largestDistance(to: grey) <= 1)
    }

    @Test(arguments: [false, true])
    func alphaIsDividedOutWhereItWasMultiplied(isPremultiplied: Bool) throws {
        let stored = Picture(.rgba, 64, 64) { x, _, c in
            c == 3 ? UInt8(x < 32 ? 128 : 255) : [60, 40, 20][c]
        }
        var data = try VipsFixture(stored).encoded("avif[lossless]")
        if isPremultiplied { data = try #require(HEIFFixture.premultiplied(data)) }
        let found = try folder.read(data).picture
        let wanted: [UInt8] = isPremultiplied ? [120, 80, 40, 128] : [60, 40, 20, 128]
        for (value, wanted) in zip(found[10, 10], wanted) {
            #expect(abs(Int(value) - Int(wanted)) <= 4)
        }
        for (value, wanted) in zip(found[50, 10], [60, 40, 20, 255]) {
            #expect(abs(Int(value) - Int(wanted)) <= 2)
        }
    }

    /// Beside a profile, numbers only say how the picture is coded.
    @Test func aProfileGoesBeforeNumbers() throws {
        var fixture = VipsFixture(Self.picture)
        fixture.profile = ProfileFixture.adobeRGB.bytes
        let data = try fixture.encoded("avif[lossless]")
        let wanted = try folder.read(data).picture
        let numbered = try #require(HEIFFixture.numbered(data, primaries: 9, transfer: 16))
        let (file, found) = try folder.read(numbered)
        #expect(found.distance(to: wanted) < 3)
        #expect(found.distance(to: Self.picture) > 3)
        #expect(file.warnings.isEmpty)
    }
}
