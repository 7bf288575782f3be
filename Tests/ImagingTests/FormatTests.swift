import CFixtures
import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Every way of writing a format that people's files have.
@Suite struct FormatTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let picture = Picture.smooth(.rgb, 211, 137)

    @Test(
        arguments: [
            "baseline", "progressive", "arithmetic", "arithmetic progressive", "one scan each",
            "restarts",
        ], [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)])
    func kindsOfJPEG(kind: String, sampling: (h: Int, v: Int)) throws {
        let fixture = JPEGFixture { how in
            (how.h, how.v) = (Int32(sampling.h), Int32(sampling.v))
            how.progressive = kind.contains("progressive") ? 1 : 0
            how.arithmetic = kind.contains("arithmetic") ? 1 : 0
            how.one_scan_each = kind == "one scan each" ? 1 : 0
            how.restart_rows = kind == "restarts" ? 1 : 0
        }
        let data = fixture.encoded(Self.picture)
        for tiles in [Encoding.of("png"), .of("jpg", quality: 95)] {
            let (file, found) = try folder.read(data, tiles: tiles)
            #expect(found.distance(to: Self.picture) < 1.5)
            #expect(file.warnings.isEmpty)
        }
        // Turned, so that libvips hands the rows on.
        let turned = try folder.read(data.withEXIF(orientation: 3)).picture
        #expect(turned.stored(orientation: 3).distance(to: Self.picture) < 1.5)
        let small = try ImageFile(folder.job(data), wholeImageLimit: 1 << 30)
            .shrunk(to: PixelSize(width: 53, height: 34))
        let expected = try VipsLibrary().resize(
            Self.picture.band, to: PixelSize(width: 53, height: 34))
        #expect(Picture(small).distance(to: Picture(expected)) < 2)
    }

    /// Stored as RGB, as Adobe's marker says with transform 0.
    @Test(arguments: [0, 1])
    func rgbInsideJPEG(progressive: Int) throws {
        let data = JPEGFixture(stored: .rgb) {
            $0.adobe = 1
            $0.progressive = Int32(progressive)
        }.encoded(Self.picture)
        for tiles in [Encoding.of("png"), .of("jpg")] {
            #expect(try folder.read(data, tiles: tiles).picture.distance(to: Self.picture) < 1.5)
        }
    }

    @Test func greyJPEGs() throws {
        let grey = Picture.smooth(.grey, 211, 137)
        for progressive in [0, 1] {
            let data = JPEGFixture(stored: .grey, given: .grey) {
                $0.progressive = Int32(progressive)
            }.encoded(grey)
            let found = try folder.read(data).picture
            #expect(found.format == .grey && found.distance(to: grey) < 1.5)
        }
    }

    /// What libjpeg was not built for is named; it is not damage.
    @Test func otherProcessesOfJPEGAreRefusedByName() throws {
        var data = JPEGFixture().encoded(Self.picture)
        let frame = try #require(data.firstRange(of: Data([0xff, 0xc0, 0, 17, 8])))
        var twelve = data
        twelve[frame.lowerBound + 4] = 12
        #expect { _ = try folder.read(twelve) } throws: {
            "\($0)" == "pixels not supported: 12-bit JPEG"
        }
        data[frame.lowerBound + 1] = 0xc3
        #expect { _ = try folder.read(data) } throws: {
            "\($0)" == "pixels not supported: lossless JPEG"
        }
    }

    @Test(arguments: [
        "[compression=none]", "[compression=deflate]", "[compression=lzw,predictor=horizontal]",
        "[compression=packbits]", "[tile]", "[tile,compression=lzw,tile-width=64,tile-height=32]",
        "[bigtiff]", "[bigtiff,tile,compression=deflate]", "[compression=zstd]",
        "[compression=webp,lossless]",
    ])
    func kindsOfTIFF(how: String) throws {
        let data = try VipsFixture(Self.picture).encoded("tif" + how)
        let (file, found) = try folder.read(data)
        #expect(found == Self.picture)
        #expect(file.warnings.isEmpty)
    }

    @Test(arguments: [
        "[compression=jpeg,Q=95]", "[compression=jpeg,Q=80]",
        "[compression=jpeg,tile,Q=95]",
    ])
    func jpegInsideTIFF(how: String) throws {
        let data = try VipsFixture(Self.picture).encoded("tif" + how)
        #expect(try folder.read(data).picture.distance(to: Self.picture) < 2)
    }

    @Test func planarTIFF() throws {
        let picture = Self.picture
        var tiff = TIFFFixture(
            picture.width, picture.height * 3, samples: 1, bits: 8,
            photometric: 2
        ) { x, y, _ in
            Int(picture[x, y % picture.height][y / picture.height])
        }
        let plane = picture.width * picture.height
        let data = tiff.pixels
        tiff.height = picture.height
        tiff.tags[TIFFFixture.samples] = [3]
        tiff.tags[TIFFFixture.bits] = [8, 8, 8]
        tiff.tags[TIFFFixture.planar] = [2]
        tiff.strips = [
            Array(data[..<plane]), Array(data[plane..<2 * plane]), Array(data[(2 * plane)...]),
        ]
        #expect(try folder.read(tiff.data).picture == picture)
    }

    @Test(arguments: [
        "png", "png[interlace]", "png[palette]", "ppm", "gif", "webp[lossless]",
        "jp2[lossless]", "jp2[lossless,tile-width=64,tile-height=64]", "jxl[lossless]",
    ])
    func losslessFilesComeBack(how: String) throws {
        let isPalette = how == "gif" || how.contains("palette")
        let picture =
            isPalette
            ? Picture(.rgb, 64, 48) { x, y, c in [0, 85, 170, 255][(x / 16 + y / 12 + c) % 4] }
            : Self.picture
        let (file, found) = try folder.read(VipsFixture(picture).encoded(how))
        #expect(picture.like(found).largestDistance(to: found) <= (isPalette ? 1 : 0))
        #expect(file.warnings.isEmpty)
    }

    @Test(arguments: [
        "heic[Q=95]", "avif[Q=95]", "jxl", "webp[Q=95]", "avif[Q=95,bitdepth=12]",
        "heic[Q=95,bitdepth=10]", "avif[lossless]",
    ])
    func lossyFilesComeClose(how: String) throws {
        let (file, found) = try folder.read(VipsFixture(Self.picture).encoded(how))
        #expect(found.format == .rgb)
        #expect(found.distance(to: Self.picture) < 2.5)
        #expect(file.warnings.isEmpty, "\(file.warnings)")
    }

    @Test func bmpAndTGA() throws {
        for data in [
            ContainerFixtures.bmp(Self.picture),
            ContainerFixtures.tga(Self.picture, fromTheTop: true),
            ContainerFixtures.tga(Self.picture, fromTheTop: false),
        ] {
            let (file, found) = try folder.read(data)
            #expect(found == Self.picture)
            #expect(file.warnings.isEmpty)
        }
    }

    /// Known by their first bytes, read by nobody here.
    @Test(arguments: [
        ("8BPS\0\u{1}", "Photoshop document"), ("qoif\0\0", "QOI"),
        ("DDS |\0\0\0", "DirectDraw surface"),
    ])
    func formatsThatAreNotReadAreNamed(start: String, name: String) throws {
        let data = Data(start.utf8) + Data(count: 200)
        #expect { _ = try folder.read(data) } throws: {
            "\($0)" == "format not supported by this libvips (\(name))"
        }
    }

    /// The loaders of libvips' for drawings, documents and ImageMagick's languages stay shut.
    @Test(arguments: [
        "push graphic-context\nviewbox 0 0 9 9\n", "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "%!PS-Adobe-3.0\n", "id=ImageMagick  version=1.0\n", "#FIG 3.2\n",
        "BMW is a maker of cars and not a bitmap, whatever its first two letters say.",
    ])
    func nothingElseReachesImageMagick(text: String) throws {
        #expect { _ = try folder.read(Data(text.utf8)) } throws: {
            "\($0)".contains("not supported by this libvips") || "\($0)".contains("SVG drawing")
        }
    }

    @Test func readableFormatsAreListed() throws {
        let formats = try LibraryVersions.sourceFormats()
        #expect(formats == formats.sorted())
        for name in ["JPEG", "PNG", "TIFF", "WebP", "GIF", "PPM"] {
            #expect(formats.contains(name))
        }
    }
}
