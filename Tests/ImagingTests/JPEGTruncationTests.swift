import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// JPEGs that lack their end: all coded data, or not.
@Suite struct JPEGTruncationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let picture = JPEGPathTests.busy(60, 44)

    private static func jpeg(_ kind: String) -> Data {
        JPEGFixture { how in
            (how.h, how.v) = kind.contains("4:2:0") ? (2, 2) : (1, 1)
            how.progressive = kind.contains("progressive") ? 1 : 0
            how.arithmetic = kind.contains("arithmetic") ? 1 : 0
            how.one_scan_each = kind.contains("one scan each") ? 1 : 0
            how.restart_rows = kind.contains("restarts") ? 1 : 0
        }.encoded(picture)
    }

    /// No part of the end-of-image marker is there, or half of it.
    @Test(
        arguments: [
            "baseline", "4:2:0", "restarts", "progressive", "4:2:0 progressive restarts",
            "one scan each",
        ], [1, 2])
    func withoutAnEndAllDataAreThere(kind: String, missing: Int) throws {
        let whole = Self.jpeg(kind)
        for tiles in [Encoding.of("jpg"), .of("png")] {
            let (file, found) = try folder.read(Data(whole.dropLast(missing)), tiles: .of("png"))
            #expect(found == (try folder.read(whole, tiles: .of("png")).picture))
            #expect(
                file.warnings == ["the end-of-image marker is missing; all coded data are there"])
            let job = try folder.job(Data(whole.dropLast(missing)), tiles: tiles)
            #expect(
                try folder.rows(of: ImageFile(job, wholeImageLimit: 1 << 30)).rows
                    == Self.picture.height)
        }
    }

    /// Each cut of the last bytes, of which the last MCUs are made, and cuts all over the file. What
    /// can be decoded of it is the same each time.
    @Test(arguments: [
        "baseline", "4:2:0", "restarts", "progressive", "4:2:0 progressive restarts",
        "one scan each", "arithmetic", "arithmetic progressive",
        "arithmetic one scan each restarts",
    ])
    func withoutDataItFails(kind: String) throws {
        let whole = Self.jpeg(kind)
        let scan = try #require(whole.place(of: [0xff, 0xda]))
        let cuts =
            Array(stride(from: 2, to: whole.count - 40, by: 61))
            + Array(whole.count - 40..<whole.count - 2)
        for cut in cuts {
            let data = Data(whole.prefix(cut))
            #expect("\(kind), \(cut) of \(whole.count)") { _ = try folder.read(data) } throws: {
                "\($0)" == "truncated JPEG (premature end of file)"
            }
            guard cut > scan + 40 else { continue }
            let kept = try folder.read(data, onDamage: .keep)
            #expect(kept.file.damage == "truncated JPEG (premature end of file)", "\(cut)")
            #expect(try folder.read(data, onDamage: .keep).picture == kept.picture)
        }
    }

    /// Zeros end an arithmetic-coded scan, whatever they decode to: nothing tells whether there was
    /// more.
    @Test func arithmeticCodingCannotTell() throws {
        let whole = Self.jpeg("arithmetic")
        #expect { _ = try folder.read(Data(whole.dropLast(2))) } throws: {
            "\($0)" == "truncated JPEG (premature end of file)"
        }
        let kept = try folder.read(Data(whole.dropLast(2)), onDamage: .keep).picture
        #expect(kept == (try folder.read(whole).picture))
    }
}
