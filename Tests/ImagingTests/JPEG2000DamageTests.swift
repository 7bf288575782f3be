import Files
import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

private typealias Fixture = JPEG2000Fixture

/// What of JPEG 2000 is refused, and what is damaged.
@Suite struct JPEG2000DamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x * (3 + channel) + y * (5 - channel) + 40 * channel + (x / 7) * (y / 5)) % 256
    }

    private static func colour(_ channel: Int, stepX: Int = 1) -> Fixture.Component {
        Fixture.Component(stepX: stepX) { value($0, $1, channel) }
    }

    private static var rgb: [Fixture.Component] { (0..<3).map { colour($0) } }

    private func picture(_ data: Data) throws -> Picture { try folder.read(data).picture }

    @Test(arguments: [nil, 32]) func cutShortAnywhereFails(tile: Int?) throws {
        var fixture = Fixture(right: 80, bottom: 70, Self.rgb)
        if let tile { fixture.tile = (tile, tile, 0, 0) }
        for data in [fixture.codestream, fixture.file(Fixture.colours(16))] {
            for length in stride(from: 100, to: data.count - 2, by: 61) {
                #expect("\(length) of \(data.count)") {
                    _ = try picture(Data(data.prefix(length)))
                } throws: {
                    "\($0)".hasPrefix("truncated JPEG 2000")
                }
            }
        }
    }

    /// The last two bytes end the codestream and hold nothing; where a part of a tile is missing before
    /// them, much is.
    @Test(arguments: [nil, 32], [false, true]) func onlyTheEndMarkerIsMissing(
        tile: Int?, isSplit: Bool
    ) throws {
        var fixture = Fixture(right: 80, bottom: 70, Self.rgb)
        if let tile { fixture.tile = (tile, tile, 0, 0) }
        fixture.splitsByResolution = isSplit
        let data = fixture.codestream
        let wanted = Picture(.rgb, 80, 70) { UInt8(Self.value($0, $1, $2)) }
        for missing in [1, 2] {
            let (file, found) = try folder.read(Data(data.dropLast(missing)))
            #expect(found == wanted)
            #expect(file.warnings == ["no marker at the end of the codestream"])
        }
        #expect(try folder.read(data).file.warnings.isEmpty)
        // Bytes behind the end are nobody's business.
        #expect(try folder.read(data + Data([0, 1, 2])).file.warnings.isEmpty)
        let lastPart = data.startsOfTileParts.last ?? 0
        if isSplit || tile != nil {
            #expect { _ = try picture(Data(data.prefix(lastPart))) } throws: {
                "\($0)".hasPrefix("truncated JPEG 2000")
            }
        }
    }

    @Test func whatHasNoMeaningHereIsRefusedByName() throws {
        let fixture = Fixture(right: 20, bottom: 20, Self.rgb)
        let deep = Fixture(
            right: 20, bottom: 20, [Fixture.Component(bits: 20) { x, y in x * y * 1000 }])
        let uneven = Fixture(
            right: 24, bottom: 24, [Self.colour(0, stepX: 2), Self.colour(1, stepX: 3)])
        let many = Fixture(right: 20, bottom: 20, (0..<6).map { Self.colour($0 % 4) })
        let refused: [(Data, String)] = [
            (fixture.file(Fixture.colours(24)), "JPEG 2000 colour space 24 (e-sYCC)"),
            (fixture.file(Fixture.colours(21)), "JPEG 2000 colour space 21 (ROMM-RGB)"),
            (fixture.file(Fixture.colours(16), brand: "mjp2"), "Motion JPEG 2000"),
            (fixture.file(Fixture.colours(16), brand: "jpm "), "JPM, a document of several layers"),
            (deep.codestream, "20-bit samples"),
            (uneven.codestream, "components whose subsampling does not divide"),
            (many.codestream, "6 components, whose colours no header tells"),
        ]
        for (data, reason) in refused {
            #expect("\(reason)") { _ = try picture(data) } throws: {
                "\($0)" == "pixels not supported: \(reason)"
            }
        }
    }

    /// A colour space that no standard has says nothing: the usual one of so many channels.
    @Test func numbersWithoutAMeaning() throws {
        let fixture = Fixture(right: 20, bottom: 20, Self.rgb)
        let (file, found) = try folder.read(fixture.file(Fixture.colours(1_919_382_304)))
        #expect(found == Picture(.rgb, 20, 20) { UInt8(Self.value($0, $1, $2)) })
        #expect(
            file.warnings == [
                "its colour space has a number without a meaning and was taken for the usual one"
            ])
        #expect(try folder.read(fixture.file(Fixture.colours(16))).file.warnings.isEmpty)
    }

    @Test func contradictionsAreDamage() throws {
        let fixture = Fixture(right: 20, bottom: 20, [Self.colour(0)])
        let palette = Fixture.palette([[255, 0, 0], [0, 255, 0], [12, 34, 56]])
        let damaged: [Data] = [
            fixture.file(Fixture.colours(16), palette, Fixture.mapping([(3, 0), (0, 1), (0, 2)])),
            fixture.file(Fixture.colours(12)),
            fixture.file(Fixture.colours(17), Fixture.definitions([(4, 0, 1)])),
            fixture.file(Fixture.colours(16), Fixture.box("pclr", [0, 9, 3, 7, 7, 7, 1])),
            Data(fixture.file(Fixture.colours(17)).prefix(80)),
        ]
        for (index, data) in damaged.enumerated() {
            #expect("\(index)") { _ = try picture(data) } throws: {
                "\($0)".hasPrefix("damaged JPEG 2000") || "\($0)".hasPrefix("truncated JPEG 2000")
            }
        }
    }

    /// Bytes broken anywhere: right, or one image's failure.
    @Test func brokenBytesEndNothing() throws {
        var fixture = Fixture(right: 60, bottom: 50, Self.rgb)
        fixture.tile = (32, 32, 0, 0)
        let data = fixture.file(
            Fixture.colours(16), Fixture.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3)]))
        for place in stride(from: 12, to: data.count, by: 11) {
            for value in [UInt8(0), 0x7f, 0xff] {
                var broken = data
                broken[place] = value
                do {
                    _ = try picture(broken)
                } catch let error as ImagingError {
                    #expect(!"\(error)".isEmpty)
                }
            }
        }
    }
}
