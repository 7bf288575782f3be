import Foundation
import Imaging
import Raster
import Testing
import TilePyramid

/// What cannot be cut right is refused, with its cause.
@Suite struct DamageTests {
    @Test(arguments: ["jpg", "png", "webp"])
    func truncatedFilesFail(ext: String) throws {
        let folder = try TemporaryFolder()
        let whole = try JPEGPathTests.busy(400, 300).encoded(ext, quality: 80)
        for part in [0.3, 0.6, 0.95] {
            let data = whole.prefix(Int(Double(whole.count) * part))
            #expect("\(ext), \(part)") { _ = try folder.read(Data(data)) } throws: { error in
                let text = "\(error)"
                return error is ImagingError
                    && (text.hasPrefix("truncated ") || text.hasPrefix("damaged "))
            }
        }
    }

    /// Tiles from planes, from RGB, and through libvips: each notices.
    @Test func everyWayOfReadingJPEGNoticesTruncation() throws {
        let folder = try TemporaryFolder()
        let whole = try JPEGPathTests.busy(400, 300).encoded("jpg", quality: 80)
        let cut = Data(whole.prefix(whole.count / 2))
        for data in [cut, cut.withEXIF(orientation: 2), cut.withEXIF(orientation: 6)] {
            for tiles in [Encoding.of("jpg"), .of("png")] {
                let file = try ImageFile(
                    try folder.job(data, tiles: tiles), wholeImageLimit: 1 << 30)
                #expect {
                    _ = try folder.rows(of: file)
                } throws: {
                    "\($0)".hasPrefix("truncated JPEG (")
                }
                #expect(throws: ImagingError.self) {
                    _ = try file.shrunk(to: PixelSize(width: 100, height: 75))
                }
            }
        }
    }

    @Test func brokenEntropyCodingFails() throws {
        let folder = try TemporaryFolder()
        var data = try JPEGPathTests.busy(400, 300).encoded("jpg", quality: 80)
        // An end-of-image marker in mid-data: the rest would be filled up.
        data.replaceSubrange(data.count / 2..<data.count / 2 + 2, with: [0xff, 0xd9])
        for tiles in [Encoding.of("jpg"), .of("png")] {
            #expect(throws: ImagingError.self) { _ = try folder.read(data, tiles: tiles) }
        }
        #expect(throws: ImagingError.self) {
            _ = try folder.read(data.withEXIF(orientation: 2))
        }
    }

    @Test func harmlessFaultsPassWithARemark() throws {
        let folder = try TemporaryFolder()
        let picture = Picture.smooth(.rgb, 64, 48)
        var data = try picture.encoded("jpg", quality: 95)
        // Stray bytes before the end-of-image marker.
        data.insert(contentsOf: [0, 1, 2, 3], at: data.count - 2)
        let (file, found) = try folder.read(data)
        #expect(found.distance(to: picture) < 2)
        #expect(file.warnings.contains { $0.contains("extraneous") })
    }

    @Test(arguments: [
        ("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>", "SVG"),
        ("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n", "PDF"),
        ("hello, world", "not supported"),
        ("\u{1}\u{2}\u{3}\u{4}", "not supported"),
    ])
    func whatIsNoImageIsRefusedByName(text: String, name: String) throws {
        let folder = try TemporaryFolder()
        #expect { _ = try folder.read(Data(text.utf8)) } throws: { "\($0)".contains(name) }
    }

    @Test func aPageThatIsNotThereIsNamed() throws {
        let folder = try TemporaryFolder()
        let jpeg = try Picture.smooth(.rgb, 8, 8).encoded("jpg")
        #expect { _ = try folder.read(jpeg, page: 1) } throws: {
            "\($0)" == "has 1 page, so there is no page 1 (pages count from 0)"
        }
        let webp = try Picture.smooth(.rgb, 8, 8).encoded("webp")
        #expect { _ = try folder.read(webp, page: 3) } throws: {
            "\($0)" == "has 1 page, so there is no page 3 (pages count from 0)"
        }
    }
}
