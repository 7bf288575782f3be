import Foundation
import Raster
import Testing
import TilePyramid

@testable import Pipeline

/// A change of some settings makes some of the files anew, and the result is that of a whole cut.
@Suite struct PartialCutTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sizes: [Int]
        let thumbnails: [ThumbnailSpec]
        var maxZoomLevel = 2.0
        var levels = 1...3
        /// What is encoded, tiles and thumbnails.
        let encoded: Int
        let opens: Bool
        let reasons: [String]
    }

    static let small = ThumbnailSpec(
        name: "thumbnail", box: PixelSize(width: 50, height: 50), encoding: .raw)
    static let large = ThumbnailSpec(
        name: "large", box: PixelSize(width: 120, height: 120), encoding: .raw)

    // 160 x 100 in tiles of 64, 32, 16: 6, 20, 70.
    static let changes = [
        Change(
            testDescription: "one level", sizes: [64, 48, 16], thumbnails: [small], encoded: 12,
            opens: true, reasons: ["tileSizes changed: level 2"]),
        Change(
            testDescription: "a thumbnail more", sizes: [64, 32, 16], thumbnails: [small, large],
            encoded: 1, opens: true, reasons: ["thumbnail settings"]),
        Change(
            testDescription: "another thumbnail", sizes: [64, 32, 16], thumbnails: [large],
            encoded: 1, opens: true, reasons: ["thumbnail settings"]),
        Change(
            testDescription: "no thumbnail", sizes: [64, 32, 16], thumbnails: [], encoded: 0,
            opens: true, reasons: ["thumbnail settings"]),
        Change(
            testDescription: "a level less", sizes: [64, 32, 16], thumbnails: [small],
            levels: 2...3, encoded: 0, opens: true, reasons: ["tileSizes changed: level 1"]),
        Change(
            testDescription: "zoom", sizes: [64, 32, 16], thumbnails: [small], maxZoomLevel: 7,
            encoded: 0, opens: false, reasons: ["descriptor only"]),
        Change(
            testDescription: "level and thumbnail", sizes: [128, 32, 16], thumbnails: [large],
            maxZoomLevel: 3, encoded: 3, opens: true,
            reasons: ["tileSizes changed: level 1", "thumbnail settings"]),
    ]

    struct LayoutChange: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let before: [any Layout]
        let after: [any Layout]
        /// Tiles that are encoded.
        let encoded: Int
        let opens: Bool
        let reasons: [String]
    }

    /// 160 x 100: 9 levels, of which the largest has 2 x 2 tiles of 80 or more, and one of 40 is
    /// 4 x 3.
    static func deepZoom(_ tileSize: Int = 80, overlap: Int = 1) -> any Layout {
        DeepZoomLayout(tileSize: tileSize, overlap: overlap)
    }

    static let layoutChanges = [
        LayoutChange(
            testDescription: "a layout more", before: [TiledLayout.usual],
            after: [TiledLayout.usual, deepZoom()], encoded: 12, opens: true,
            reasons: ["layout dzi added"]),
        LayoutChange(
            testDescription: "a layout less", before: [deepZoom(), TiledLayout.usual],
            after: [deepZoom()], encoded: 0, opens: true, reasons: ["layout tiled removed"]),
        LayoutChange(
            testDescription: "another layout", before: [TiledLayout.usual], after: [deepZoom()],
            encoded: 12, opens: true, reasons: ["layout dzi added", "layout tiled removed"]),
        LayoutChange(
            testDescription: "another order", before: [TiledLayout.usual, deepZoom()],
            after: [deepZoom(), TiledLayout.usual], encoded: 0, opens: false,
            reasons: ["descriptor only"]),
        LayoutChange(
            testDescription: "another overlap", before: [TiledLayout.usual, deepZoom()],
            after: [TiledLayout.usual, deepZoom(overlap: 2)], encoded: 12, opens: true,
            reasons: ["overlap changed: 1 -> 2"]),
        LayoutChange(
            testDescription: "another tile size", before: [deepZoom(), TiledLayout.usual],
            after: [deepZoom(40), TiledLayout.usual], encoded: 12 + 4 + 7, opens: true,
            reasons: ["tileSize changed: 80 -> 40"]),
    ]

    @Test(arguments: layoutChanges)
    func aChangeOfLayouts(change: LayoutChange) throws {
        let fixture = try Fixture()
        let before = try fixture.job("a", layouts: change.before)
        let after = try fixture.job("a", layouts: change.after)
        _ = try fixture.run([before], FakeLibrary(160, 100))
        #expect(try fixture.reasons([after]) == [change.reasons])

        let library = FakeLibrary(160, 100)
        let outcome = try fixture.run([after], library).outcomes[0]
        #expect(outcome.status == .cut, "\(outcome)")
        #expect(library.encoded == change.encoded)
        #expect(library.opened.withLock { !$0.isEmpty } == change.opens)
        let partial = try fixture.published()
        let inventory = try fixture.inventories()
        #expect(try fixture.verify().isEmpty)
        #expect(try fixture.reasons([after]) == [[]])

        let whole = try fixture.run([after], FakeLibrary(160, 100), force: true)
        #expect(whole.outcomes[0].status == .cut)
        #expect(try fixture.published() == partial)
        #expect(try fixture.inventories() == inventory)
    }

    @Test(arguments: changes, [true, false])
    func theResultIsThatOfAWholeCut(change: Change, shrinksOnLoad: Bool) throws {
        let fixture = try Fixture()
        let before = try fixture.job("a", thumbnails: [Self.small])
        let after = try fixture.job(
            "a",
            layouts: [
                TiledLayout(
                    tileSizes: change.sizes, minTileLevel: change.levels.lowerBound,
                    maxTileLevel: change.levels.upperBound, density: .one)
            ],
            thumbnails: change.thumbnails, maxZoomLevel: change.maxZoomLevel)
        _ = try fixture.run([before], FakeLibrary(160, 100, shrinksOnLoad: shrinksOnLoad))
        #expect(try fixture.reasons([after]) == [change.reasons])

        let library = FakeLibrary(160, 100, shrinksOnLoad: shrinksOnLoad)
        let outcome = try fixture.run([after], library).outcomes[0]
        #expect(outcome.status == .cut, "\(outcome)")
        #expect(library.encoded == change.encoded)
        #expect(library.opened.withLock { !$0.isEmpty } == change.opens)
        let partial = try fixture.published()
        let inventory = try fixture.inventories()

        let whole = try fixture.run(
            [after], FakeLibrary(160, 100, shrinksOnLoad: shrinksOnLoad), force: true)
        #expect(whole.outcomes[0].status == .cut)
        #expect(try fixture.published() == partial)
        #expect(try fixture.inventories() == inventory)
        #expect(try fixture.verify().isEmpty)
        #expect(try fixture.reasons([after]) == [[]])
        #expect(try fixture.privateFiles() == ["lock"])
    }

    @Test func rowsOfAnotherFormatCutAll() throws {
        let fixture = try Fixture()
        _ = try fixture.run([try fixture.job("a")], FakeLibrary(160, 100, format: .rgb))
        let library = FakeLibrary(160, 100, format: .ycc420)
        let after = try fixture.job("a", thumbnails: [Self.small])
        #expect(try fixture.run([after], library).outcomes[0].tiles == 6 + 20 + 70)
    }

    @Test(arguments: ["missing", "truncated", "no inventory"])
    func whatCannotBeTakenOverIsCut(fault: String) throws {
        let fixture = try Fixture()
        _ = try fixture.run([try fixture.job("a")], FakeLibrary(160, 100))
        let tile = fixture.output + "/a/64/a_64_1_0_0.png"
        switch fault {
        case "missing": try FileManager.default.removeItem(atPath: tile)
        case "truncated": #expect(truncate(tile, 5) == 0)
        default:
            try FileManager.default.removeItem(atPath: fixture.output + "/.tilecut/inventory")
        }
        let after = try fixture.job("a", thumbnails: [Self.small])
        let outcome = try fixture.run([after], FakeLibrary(160, 100)).outcomes[0]
        #expect(outcome.tiles == 6 + 20 + 70, "\(outcome)")
        #expect(try fixture.verify().isEmpty)
        #expect(try fixture.privateFiles() == ["lock"])
    }

    @Test func aSettingOfAllTilesCutsAll() throws {
        let fixture = try Fixture()
        _ = try fixture.run([try fixture.job("a")], FakeLibrary(100, 100))
        let after = try fixture.job(
            "a",
            tiles: Encoding(
                format: .png, fileExtension: "png", quality: 80, lossless: false, compression: 1))
        #expect(
            try fixture.reasons([after]) == [
                [
                    #"tiles changed: { "extension": "png", "compression": 6 } -> "#
                        + #"{ "extension": "png", "compression": 1 }"#
                ]
            ])
        #expect(try fixture.run([after], FakeLibrary(100, 100)).outcomes[0].tiles == 4 + 16 + 49)
    }

    @Test func otherVersionsAreNamed() {
        let lines = { (versions: String) in Recipe(text: "library\t\"\(versions)\"\n") }
        let change = RecipeChange(
            from: lines("libvips 8.14.1, libjpeg-turbo 2.1.5"),
            to: lines("libvips 8.15.0, libjpeg-turbo 2.1.5"))
        #expect(change.reasons.map(\.description) == ["libvips 8.14.1 -> 8.15.0"])
        #expect(change.parts == .everything)
    }
}
