import CFixtures
import Foundation
import Imaging
import PixelFixtures
import Testing
import TilePyramid

/// JPEG XL, as libjxl writes it.
@Suite(.enabled(if: JPEGXLFixture.isAvailable))
struct JPEGXLTests {
    let folder: TemporaryFolder
    private static let picture = Picture.smooth(.rgb, 40, 24)

    init() throws { folder = try TemporaryFolder() }

    private func expectRefusal(
        _ data: Data, page: Int = 0, _ text: String
    ) {
        #expect { _ = try folder.read(data, page: page) } throws: { "\($0)" == text }
    }

    @Test func pixelsAreAsTheyWere() throws {
        let data = try #require(JPEGXLFixture.file(Self.picture))
        let (file, found) = try folder.read(data)
        #expect(found == Self.picture)
        #expect(file.warnings.isEmpty)
        expectRefusal(data, page: 1, "has 1 page, so there is no page 1 (pages count from 0)")
    }

    @Test func theFirstFrameOfAnAnimationIsCut() throws {
        let frames = Picture(.rgb, 40, 72) { x, y, c in UInt8(y / 24 * 80 + x + c) }
        let data = try #require(JPEGXLFixture.file(frames) { $0.frames = 3 })
        let found = try folder.read(data).picture
        #expect(found == Picture(.rgb, 40, 24) { x, y, c in frames[x, y][c] })
        expectRefusal(
            data, page: 1,
            "pixels not supported: frames of a JPEG XL after the first, which is page 0")
    }

    @Test(arguments: [(16, "PQ"), (18, "HLG")])
    func highDynamicRangeIsRefusedByName(transfer: Int, name: String) throws {
        let data = try #require(JPEGXLFixture.file(Self.picture) { $0.transfer = Int32(transfer) })
        expectRefusal(data, "pixels not supported: high dynamic range (\(name))")
    }

    /// Linear light under BT.2100's primaries: the same as a PNG's that numbers them.
    @Test func otherCurvesAreConverted() throws {
        let data = try #require(JPEGXLFixture.file(Self.picture) { $0.transfer = 8 })
        let png = PNGFixture(40, 24, chunks: [("cICP", [9, 8, 0, 1])]) { x, y, c in
            Int(Self.picture[x, y][c])
        }
        let wanted = try folder.read(png.data).picture
        #expect(try folder.read(data).picture.largestDistance(to: wanted) <= 1)
        #expect(wanted != Self.picture)
    }

    @Test func alphaIsKept() throws {
        let picture = Picture(.rgba, 16, 16) { x, y, c in [200, 100, 50, UInt8(y * 16 + x)][c] }
        let data = try #require(
            JPEGXLFixture.file(picture) { $0.extra = Int32(CFIXTURES_JXL_ALPHA) })
        #expect(try folder.read(data).picture == picture)
    }

    @Test(arguments: [
        (CFIXTURES_JXL_SPOT, "spot colours in JPEG XL"), (CFIXTURES_JXL_BLACK, "CMYK in JPEG XL"),
    ])
    func inksAreRefusedByName(extra: Int, text: String) throws {
        let data = try #require(JPEGXLFixture.file(Self.picture) { $0.extra = Int32(extra) })
        expectRefusal(data, "pixels not supported: \(text)")
    }

    @Test func otherChannelsAreDropped() throws {
        let data = try #require(
            JPEGXLFixture.file(Self.picture) { $0.extra = Int32(CFIXTURES_JXL_DEPTH) })
        #expect(try folder.read(data).picture == Self.picture)
    }

    @Test(arguments: [0.3, 0.7, 0.98])
    func truncatedFilesFail(part: Double) throws {
        let data = try #require(JPEGXLFixture.file(Self.picture))
        let short = Data(data.prefix(Int(Double(data.count) * part)))
        expectRefusal(short, "truncated JPEG XL (premature end of file)")
    }
}
