import Dispatch
import Foundation
import Imaging
import PixelFixtures
import Raster
import Synchronization
import Testing
import TilePyramid

/// What cannot be cut right is refused, with its cause.
@Suite struct DamageTests {
    /// Grain, so that no part of the file is small.
    private static let busy = JPEGPathTests.busy(400, 300)

    @Test(arguments: [
        "jpg", "png", "png[interlace]", "webp", "webp[lossless]", "tif", "tif[compression=lzw]",
        "tif[compression=deflate,tile]", "tif[compression=jpeg]", "tif[bigtiff]", "gif", "heic",
        "avif", "jp2", "jp2[tile-width=128,tile-height=128]", "jxl", "ppm",
    ])
    func truncatedFilesFail(file: String) throws {
        let folder = try TemporaryFolder()
        let whole = try VipsFixture(Self.busy).encoded(file)
        for part in [0.02, 0.3, 0.6, 0.95, 0.999] {
            let data = Data(whole.prefix(Int(Double(whole.count) * part)))
            #expect("\(file), \(part)") { _ = try folder.read(data) } throws: { error in
                let text = "\(error)"
                return text.hasPrefix("truncated ") || text.hasPrefix("damaged ")
            }
        }
    }

    @Test func truncatedBMPAndTGAFail() throws {
        let folder = try TemporaryFolder()
        for whole in [
            ContainerFixtures.bmp(Self.busy), ContainerFixtures.tga(Self.busy, fromTheTop: true),
        ] {
            let data = Data(whole.prefix(whole.count / 2))
            #expect(throws: ImagingError.self) { _ = try folder.read(data) }
        }
    }

    /// Bytes that are wrong in mid-file: an error, or (where a format has no checksum) pixels; never
    /// the end of the process.
    @Test(arguments: [
        "jpg", "png", "webp", "tif[compression=deflate]", "tif[compression=lzw]", "gif", "avif",
        "jp2", "jxl",
    ])
    func wrongBytesAreSurvived(file: String) throws {
        let folder = try TemporaryFolder()
        let whole = try VipsFixture(Self.busy).encoded(file)
        for step in 0..<24 {
            var data = whole
            let place = data.count * step / 24 + 3
            for at in place..<min(place + 4, data.count) { data[at] ^= 0x5a }
            do {
                _ = try folder.read(data)
            } catch {
                #expect(error is ImagingError)
                #expect(!"\(error)".contains("\n"))
            }
            if file == "png" && step > 0 {
                #expect(throws: ImagingError.self) { _ = try folder.read(data) }
            }
        }
    }

    @Test func emptyFilesAreNamed() throws {
        let folder = try TemporaryFolder()
        #expect { _ = try folder.read(Data()) } throws: { "\($0)" == "is empty (0 bytes)" }
    }

    @Test func linesOfOtherLoadersAreSkipped() {
        let buffer = """
            tiff2vips: read error
            vipspng: libpng read error
            webp: unable to parse image
            gifload: Unexpected end of GIF source data

            """
        #expect(VipsErrors.newest(of: buffer, about: "PNG") == "vipspng: libpng read error")
        #expect(VipsErrors.newest(of: buffer, about: "TIFF") == "tiff2vips: read error")
        #expect(VipsErrors.newest(of: buffer, about: "WebP") == "webp: unable to parse image")
        #expect(VipsErrors.newest(of: buffer, about: "HEIF") == nil)
        // libtiff has many beginnings.
        #expect(
            VipsErrors.newest(of: "LZWDecode: Not enough data\nwebp: x\n", about: "TIFF")
                == "LZWDecode: Not enough data")
        #expect(VipsErrors.newest(of: buffer, about: nil)?.hasPrefix("gifload:") == true)
    }

    /// The error buffer of libvips is one for all threads.
    @Test func failuresInTheSameMomentKeepTheirOwnCauses() throws {
        let folder = try TemporaryFolder()
        let cases = try ["png", "webp", "gif", "tif[compression=deflate]", "jp2", "jpg"].map {
            let whole = try VipsFixture(Self.busy).encoded($0)
            return (name: $0, data: Data(whole.prefix(whole.count / 2)))
        }
        // Domains that belong to other formats' loaders.
        let domains = [
            "png": ["vipspng", "pngload"], "webp": ["webp"], "gif": ["gifload"],
            "tif": ["tiff2vips"], "jp2": ["jp2kload"], "jpg": ["vipsjpeg"],
        ]
        let texts = Mutex<[(String, String)]>([])
        DispatchQueue.concurrentPerform(iterations: 120) { index in
            let item = cases[index % cases.count]
            do {
                _ = try folder.read(item.data)
                texts.withLock { $0.append((item.name, "no error")) }
            } catch {
                texts.withLock { $0.append((item.name, "\(error)".lowercased())) }
            }
            VipsLibrary().leaveThread()
        }
        for (name, text) in texts.withLock({ $0 }) {
            #expect(text.hasPrefix("truncated ") || text.hasPrefix("damaged "), "\(name): \(text)")
            for (other, words) in domains where !name.hasPrefix(other) {
                #expect(!words.contains { text.contains("(\($0):") }, "\(name): \(text)")
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

    /// Cut short after it was opened, as `cp` over a file does: an error or all pixels, but never
    /// the end of the process, which is what a file mapped into memory would mean.
    @Test(arguments: ["jpg", "png", "webp", "avif", "ppm"])
    func filesCutShortWhileTheyAreRead(ext: String) throws {
        let folder = try TemporaryFolder()
        let picture = JPEGPathTests.busy(900, 700)
        let data =
            ext == "ppm"
            ? Data("P6\n900 700\n255\n".utf8) + Data(picture.samples)
            : try picture.encoded(ext, quality: 90)
        let job = try folder.job(data)
        let file = try ImageFile(job, wholeImageLimit: 1 << 30)
        let rows = try file.rows(scratch: folder.url.path)
        #expect(truncate(job.source.path, 4000) == 0)
        let band = Band(format: file.format, width: 900, capacity: 700)
        do {
            while band.rows < 700 { try rows.read(20, into: band) }
            // Formats that are read whole were read before.
            #expect(["webp", "avif"].contains(ext))
            #expect(Picture(band).distance(to: picture) < 8)
        } catch {
            #expect(error is ImagingError)
        }
    }

    /// Zeros over a part of the scan: it decodes to the end, out of step, with bytes left over.
    @Test func aScanWithBytesLeftOverFails() throws {
        let folder = try TemporaryFolder()
        var data = try JPEGPathTests.busy(900, 700).encoded("jpg", quality: 80)
        let middle = data.count / 2
        data.replaceSubrange(middle..<middle + 2000, with: Array(repeating: 0, count: 2000))
        for tiles in [Encoding.of("jpg"), .of("png")] {
            #expect(throws: ImagingError.self) { _ = try folder.read(data, tiles: tiles) }
        }
        #expect(throws: ImagingError.self) {
            _ = try folder.read(data.withEXIF(orientation: 6))
        }
    }

    @Test func paddingBeforeTheEndPasses() throws {
        let folder = try TemporaryFolder()
        let picture = Picture.smooth(.rgb, 64, 48)
        for byte in [UInt8(0), 0x55] {
            var data = try picture.encoded("jpg", quality: 95)
            data.insert(contentsOf: Array(repeating: byte, count: 3000), at: data.count - 2)
            #expect(try folder.read(data).picture.distance(to: picture) < 2)
        }
    }

    @Test func harmlessFaultsPassWithAWarning() throws {
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
