import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Damaged files of which is cut what can be decoded.
@Suite struct KeptDamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let picture = JPEGPathTests.busy(400, 300)

    /// - Parameter part: of the file is left.
    private static func damaged(_ kind: String, part: Double) throws -> (Data, Data) {
        var fixture = VipsFixture(picture)
        if kind.contains("turned") { fixture.orientation = 3 }
        let how = kind.replacing(" turned", with: "")
        let whole: Data
        if how == "progressive" {
            whole = JPEGFixture { $0.progressive = 1 }.encoded(picture)
        } else {
            whole = try fixture.encoded(how)
        }
        // A TIFF file's directory stands at its end; there bytes in the middle are wrong.
        guard how.hasPrefix("tif") else {
            return (whole, Data(whole.prefix(Int(Double(whole.count) * part))))
        }
        let place = Int(Double(whole.count) * part)
        return (whole, whole.with([UInt8](repeating: 0, count: 2000), at: place))
    }

    @Test(arguments: [
        "jpg[Q=90]", "jpg[Q=80]", "progressive", "png", "png[interlace]", "ppm",
        "tif[compression=deflate]", "gif", "jpg[Q=90] turned",
        "tif[compression=deflate] turned",
    ])
    func whatCanBeDecodedIsCut(kind: String) throws {
        let (whole, cut) = try Self.damaged(kind, part: 0.6)
        let wanted = try folder.read(whole)
        #expect(throws: ImagingError.self) { _ = try folder.read(cut) }
        for limit in [1 << 30, 1000] {
            let (file, found) = try folder.read(cut, wholeImageLimit: limit, onDamage: .keep)
            let damage = try #require(file.damage)
            #expect(damage.hasPrefix("truncated ") || damage.hasPrefix("damaged "))
            #expect(file.warnings == ["\(damage); cut is what can be decoded"])
            #expect(file.size == wanted.file.size)
            // The first rows of the file are there.
            let isTurned = kind.contains("turned")
            let rows = isTurned ? 260..<300 : 0..<40
            if !kind.contains("progressive") && !kind.contains("interlace") {
                #expect(
                    rows.allSatisfy { y in
                        stride(from: 0, to: 400, by: 7).allSatisfy {
                            found[$0, y] == wanted.picture[$0, y]
                        }
                    })
            }
            // The same each time, in the tiles' other formats and in thumbnails.
            let again = try folder.read(cut, wholeImageLimit: limit, onDamage: .keep).picture
            #expect(again == found)
            if file.shrinksOnLoad {
                let small = PixelSize(width: 100, height: 75)
                let thumbnail = Picture(try file.shrunk(to: small))
                let expected = Picture(try VipsLibrary().resize(found.band, to: small))
                #expect(thumbnail.distance(to: expected) < 6)
            }
        }
    }

    @Test func wholeFilesAreAsEver() throws {
        for kind in ["jpg[Q=80]", "png", "tif", "gif", "webp", "ppm"] {
            let data = try VipsFixture(Self.picture).encoded(kind)
            let (file, found) = try folder.read(data, onDamage: .keep)
            #expect(file.damage == nil && file.warnings.isEmpty)
            #expect(found == (try folder.read(data).picture))
        }
    }

    /// Nothing of it can be decoded, or nothing can be decoded right.
    @Test func otherFailuresStayFailures() throws {
        let whole = try VipsFixture(Self.picture).encoded("jpg")
        for data in [Data(whole.prefix(100)), Data("no picture".utf8), Data()] {
            #expect(throws: (any Error).self) { _ = try folder.read(data, onDamage: .keep) }
        }
        let frame = try #require(whole.place(of: [0xff, 0xc0, 0, 17, 8]))
        #expect { _ = try folder.read(whole.with([12], at: frame + 4), onDamage: .keep) } throws: {
            "\($0)" == "pixels not supported: 12-bit JPEG"
        }
    }
}
