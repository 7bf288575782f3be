import Foundation
import Imaging
import PixelFixtures
import Testing
import TilePyramid

/// Frames of GIF as they are seen: where they lie, over what, and what is left of them.
@Suite struct GIFTests {
    let folder: TemporaryFolder
    private static let palette: [[UInt8]] = [
        [200, 0, 0], [255, 255, 255], [0, 180, 0], [0, 0, 90],
    ]
    private static let clear: [UInt8] = [0, 0, 0, 0]

    init() throws { folder = try TemporaryFolder() }

    typealias Frame = GIFFixture.Frame

    private static func gif(_ frames: [Frame], _ width: Int = 8, _ height: Int = 8) -> GIFFixture {
        var gif = GIFFixture(width, height, palette: palette, frames)
        gif.background = 1
        return gif
    }

    /// Each pixel's colour by its number; `nil` is transparent.
    private func expect(
        _ gif: GIFFixture, page: Int, hasAlpha: Bool = true, _ comment: String = "",
        _ wanted: (_ x: Int, _ y: Int) -> Int?
    ) throws {
        let (file, found) = try folder.read(gif.data, page: page)
        #expect(file.warnings.isEmpty)
        #expect((found.width, found.height) == (gif.width, gif.height))
        #expect(found.format.hasAlpha == hasAlpha)
        for y in 0..<found.height {
            for x in 0..<found.width {
                let colour =
                    wanted(x, y).map { Self.palette[$0] + (hasAlpha ? [255] : []) } ?? Self.clear
                #expect(found[x, y] == colour, "\(comment) page \(page) at \(x), \(y)")
            }
        }
    }

    private static func isInside(_ x: Int, _ y: Int) -> Bool {
        (2..<6).contains(x) && (2..<6).contains(y)
    }

    @Test func whatNoFrameCoversIsTransparent() throws {
        let small = Frame(4, 4, at: (2, 2)) { _, _ in 0 }
        let gif = Self.gif([small, Frame(8, 8) { _, _ in 2 }])
        try expect(gif, page: 0) { Self.isInside($0, $1) ? 0 : nil }
        // The format is that of the frames together: the second covers all.
        let found = try folder.read(gif.data, page: 1).picture
        #expect(found[0, 0] == Self.palette[2] + [255] && found[4, 4] == found[0, 0])
        // On a background where there is no transparency.
        let flat = try folder.read(gif.data, tiles: .of("jpg")).picture
        #expect(flat[0, 0] == [255, 255, 255] && flat[4, 4] == Self.palette[0])
    }

    @Test(arguments: [(0, 2), (1, 2), (2, nil), (3, nil)])
    func framesAreDisposedOf(disposal: Int, left: Int?) throws {
        let gif = Self.gif([
            Frame(4, 4, at: (2, 2), disposal: disposal) { _, _ in 2 },
            Frame(2, 2) { _, _ in 3 },
        ])
        try expect(gif, page: 0) { Self.isInside($0, $1) ? 2 : nil }
        try expect(gif, page: 1, "disposal \(disposal)") { x, y in
            x < 2 && y < 2 ? 3 : Self.isInside(x, y) ? left : nil
        }
    }

    @Test(arguments: [(1, 0), (2, nil), (3, 2)])
    func framesAreDisposedOfOverOthers(disposal: Int, left: Int?) throws {
        let gif = Self.gif([
            Frame(8, 8) { _, _ in 2 },
            Frame(4, 4, at: (2, 2), disposal: disposal) { _, _ in 0 },
            Frame(1, 1) { _, _ in 3 },
        ])
        try expect(gif, page: 0, hasAlpha: false) { _, _ in 2 }
        try expect(gif, page: 1, hasAlpha: false) { Self.isInside($0, $1) ? 0 : 2 }
        try expect(gif, page: 2, hasAlpha: disposal != 1) { x, y in
            x == 0 && y == 0 ? 3 : Self.isInside(x, y) ? left : 2
        }
    }

    @Test func aTransparentColourLeavesWhatIsThere() throws {
        let gif = Self.gif([
            Frame(8, 8, transparent: 1) { x, _ in x % 2 },
            Frame(8, 8, transparent: 0) { _, y in y % 2 * 3 },
        ])
        try expect(gif, page: 0) { x, _ in x % 2 == 0 ? 0 : nil }
        try expect(gif, page: 1) { x, y in y % 2 == 1 ? 3 : x % 2 == 0 ? 0 : nil }
    }

    @Test(arguments: 1...9)
    func interlacedRowsFindTheirPlaces(height: Int) throws {
        var frame = Frame(3, height) { x, y in (x + y * y) % 4 }
        frame.isInterlaced = true
        try expect(Self.gif([frame], 3, height), page: 0, hasAlpha: false) { ($0 + $1 * $1) % 4 }
    }

    @Test func palettesOfFramesReplaceTheSharedOne() throws {
        var frame = Frame(4, 1) { x, _ in x }
        frame.palette = Self.palette.reversed()
        try expect(Self.gif([frame], 4, 1), page: 0, hasAlpha: false) { x, _ in 3 - x }
        var gif = Self.gif([frame, Frame(4, 1) { x, _ in x }], 4, 1)
        try expect(gif, page: 1, hasAlpha: false) { x, _ in x }
        gif.palette = []
        try expect(gif, page: 0, hasAlpha: false) { x, _ in 3 - x }
        #expect { _ = try folder.read(gif.data, page: 1) } throws: {
            "\($0)" == "pixels not supported: GIF without a palette"
        }
    }

    /// The first frame makes the canvas larger; the others are cut to it.
    @Test func framesReachBeyondTheCanvas() throws {
        let gif = Self.gif([
            Frame(6, 6, at: (4, 4)) { _, _ in 0 }, Frame(9, 9, at: (8, 8)) { _, _ in 2 },
        ])
        var grown = GIFFixture(10, 10, palette: Self.palette, gif.frames)
        for gif in [gif, grown] {
            for (page, corner) in [(0, 0), (1, 2)] {
                let found = try folder.read(gif.data, page: page).picture
                #expect((found.width, found.height) == (10, 10))
                #expect(found[9, 9] == Self.palette[corner] + [255])
                #expect(found[4, 7] == Self.palette[0] + [255] && found[3, 3] == Self.clear)
            }
        }
        grown.frames[1].isInterlaced = true
        #expect(try folder.read(grown.data, page: 1).picture[9, 9] == Self.palette[2] + [255])
    }

    @Test func onePixel() throws {
        try expect(Self.gif([Frame(1, 1) { _, _ in 2 }], 1, 1), page: 0, hasAlpha: false) {
            _, _ in 2
        }
    }

    /// Codes that grow to their full width and start again, as encoders write them.
    @Test(arguments: ["gif", "gif[interlace]"])
    func compressedFramesAreRead(how: String) throws {
        var state: UInt32 = 1
        let noise = Picture(.rgb, 300, 200) { x, y, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return (x / 20 + y / 30) % 2 == 0 ? 255 : UInt8(state >> 31) * 255
        }
        let picture = Picture(.rgb, 300, 200) { x, y, _ in noise[x, y][0] }
        let found = try folder.read(VipsFixture(picture).encoded(how)).picture
        #expect(found == picture.like(found))
    }

    @Test func framesThatEndEarlyAreDamaged() throws {
        var frame = Frame(8, 8) { _, _ in 2 }
        frame.written = 20
        let gif = Self.gif([Frame(8, 8) { _, _ in 0 }, frame])
        try expect(gif, page: 0, hasAlpha: false) { _, _ in 0 }
        #expect { _ = try folder.read(gif.data, page: 1) } throws: {
            "\($0)" == "truncated GIF (premature end of a frame)"
        }
        let short = gif.data.prefix(gif.data.count - 6)
        #expect { _ = try folder.read(Data(short), page: 1) } throws: {
            "\($0)" == "truncated GIF (premature end of file)"
        }
        #expect(throws: ImagingError.noSuchPage(page: 2, pages: 2)) {
            _ = try folder.read(gif.data, page: 2)
        }
    }

    @Test func filesWithoutFramesAreDamaged() throws {
        #expect { _ = try folder.read(Self.gif([]).data) } throws: {
            "\($0)" == "damaged GIF (no picture in it)"
        }
    }

    /// Whatever stands in a file, it is read or refused.
    @Test(arguments: 0..<40)
    func wrongBytesAreSurvived(round: Int) throws {
        var data = Self.gif([
            Frame(4, 4, at: (2, 2), disposal: 2) { x, y in (x + y) % 4 },
            Frame(8, 8) { x, _ in x % 4 },
        ]).data
        var state = UInt64(round &+ 1)
        for _ in 0...round % 5 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            data[6 + Int(state >> 33) % (data.count - 6)] = UInt8(truncatingIfNeeded: state >> 50)
        }
        // Sizes that a test has no room for.
        data.replaceSubrange(6..<10, with: [8, 0, 8, 0])
        for page in 0..<2 {
            do {
                let file = try ImageFile(folder.job(data, page: page), wholeImageLimit: 1 << 24)
                if file.size.area < 1 << 20 { _ = try folder.rows(of: file) }
            } catch let error as ImagingError {
                #expect(!"\(error)".isEmpty)
            }
        }
    }
}
