import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Of files with several pictures one is cut, never all of them as a strip.
@Suite struct PageTests {
    let folder: TemporaryFolder
    private static let size = PixelSize(width: 40, height: 24)

    init() throws { folder = try TemporaryFolder() }

    private static func page(_ number: Int) -> Picture {
        Picture(.rgb, 40, 24) { x, y, c in UInt8(60 * number + x + y + c) }
    }

    private func check(_ data: Data, pages: Int, within: Int = 0) throws {
        for page in 0..<pages {
            let (file, found) = try folder.read(data, page: page)
            #expect(file.size == Self.size)
            #expect(
                found.largestDistance(to: Self.page(page).like(found)) <= within, "page \(page)")
        }
        #expect { _ = try folder.read(data, page: pages) } throws: {
            "\($0)"
                == "has \(pages) page\(pages == 1 ? "" : "s"), so there is no page \(pages) "
                + "(pages count from 0)"
        }
    }

    @Test(arguments: [false, true], [false, true])
    func pagesOfTIFF(isBig: Bool, isLittleEndian: Bool) throws {
        let pages = (0..<3).map { number in
            TIFFFixture(
                40, 24, samples: 3, bits: 8, photometric: 2, isLittleEndian: isLittleEndian
            ) { x, y, c in Int(Self.page(number)[x, y][c]) }
        }
        try check(TIFFFixture.file(pages, isBig: isBig), pages: 3)
    }

    /// A smaller copy is no page, wherever it stands in the file.
    @Test func smallerCopiesInTIFFAreNoPages() throws {
        func picture(_ number: Int) -> TIFFFixture {
            TIFFFixture(40, 24, samples: 3, bits: 8, photometric: 2) { x, y, c in
                Int(Self.page(number)[x, y][c])
            }
        }
        var small = TIFFFixture(20, 12, samples: 3, bits: 8, photometric: 2) { _, _, _ in 99 }
        small.tags[TIFFFixture.subfile] = [1]
        try check(TIFFFixture.file([small, picture(0), small, picture(1)]), pages: 2)
    }

    /// The full resolution of a pyramid, as pages and as sub-directories.
    @Test(arguments: ["", ",subifd"])
    func pyramidsGiveTheirFullResolution(option: String) throws {
        let picture = Picture.smooth(.rgb, 300, 200)
        let data = try VipsFixture(picture)
            .encoded("tif[tile,pyramid,tile-width=64,tile-height=64\(option)]")
        #expect(try folder.read(data).picture == picture)
        #expect { _ = try folder.read(data, page: 1) } throws: { "\($0)".hasPrefix("has 1 page,") }
    }

    @Test func framesOfGIF() throws {
        let palette: [[UInt8]] = [[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255]]
        let data = ContainerFixtures.gif(
            40, 24, palette: palette,
            frames: (0..<3).map { number in { x, y in (x + y + number) % 4 } })
        for page in 0..<3 {
            let found = try folder.read(data, page: page).picture
            let expected = Picture(.rgb, 40, 24) { x, y, c in palette[(x + y + page) % 4][c] }
            #expect((found.width, found.height) == (40, 24))
            #expect(expected.like(found) == found)
        }
        #expect(throws: ImagingError.noSuchPage(page: 3, pages: 3)) {
            _ = try folder.read(data, page: 3)
        }
        let seeThrough = ContainerFixtures.gif(
            4, 2, palette: palette, frames: [{ x, _ in x % 4 }], transparent: 2)
        let found = try folder.read(seeThrough).picture
        #expect(found[1, 0] == [255, 0, 0, 255] && found[2, 0][3] == 0)
    }

    @Test func framesOfWebP() throws {
        let frames = try (0..<3).map { try VipsFixture(Self.page($0)).encoded("webp[lossless]") }
        try check(ContainerFixtures.webp(frames, 40, 24), pages: 3)
    }

    @Test(arguments: ["png", "jpg", "jp2", "ppm", "webp", "tif", "gif"])
    func filesOfOnePictureHaveOnePage(file: String) throws {
        let data = try VipsFixture(Self.page(0)).encoded(file)
        #expect(throws: ImagingError.noSuchPage(page: 1, pages: 1)) {
            _ = try folder.read(data, page: 1)
        }
    }
}
