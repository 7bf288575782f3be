import Files
import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

private typealias Fixture = JPEG2000Fixture

/// JPEG 2000 as files have it: origins, tiles, palettes, channels, depths, subsampling.
@Suite struct JPEG2000Tests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Tells every place and channel apart.
    private static func value(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x * (3 + channel) + y * (5 - channel) + 40 * channel + (x / 7) * (y / 5)) % 256
    }

    private static func colour(_ channel: Int, stepX: Int = 1, stepY: Int = 1) -> Fixture.Component
    {
        Fixture.Component(stepX: stepX, stepY: stepY) { value($0, $1, channel) }
    }

    private static var rgb: [Fixture.Component] { (0..<3).map { colour($0) } }

    private func picture(_ data: Data, threads: Int = 1, wholeImageLimit: Int = 1 << 30) throws
        -> Picture
    {
        let job = try folder.job(data)
        let file = try ImageFile(
            OpenSource(job.source.path), for: job, wholeImageLimit: wholeImageLimit,
            threads: threads)
        return Picture(try folder.rows(of: file))
    }

    // MARK: The reference grid

    struct Grid: Sendable, CustomTestStringConvertible {
        let left: Int
        let top: Int
        /// Width, height, and how far the first tile begins before the image.
        let tile: [Int]?

        var testDescription: String { "\(left), \(top), tiles \(tile ?? [])" }
    }

    static let grids: [Grid] = [(0, 0), (1, 1), (2, 3), (150, 301)].flatMap { left, top in
        [nil, [64, 64, 10, 20], [33, 47, 0, 5], [50, 40, 20, 10], [1000, 16, 7, 1]].map {
            Grid(left: left, top: top, tile: $0)
        }
    }

    /// Image and tiles may begin anywhere, and tiles are decoded by several at once.
    @Test(arguments: grids) func originsAndTiles(_ grid: Grid) throws {
        var fixture = Fixture(right: grid.left + 130, bottom: grid.top + 97, Self.rgb)
        fixture.left = grid.left
        fixture.top = grid.top
        fixture.isTransformed = true
        if let tile = grid.tile {
            fixture.tile = (
                tile[0], tile[1], max(0, grid.left - tile[2]), max(0, grid.top - tile[3])
            )
        }
        let wanted = Picture(.rgb, 130, 97) { x, y, c in
            UInt8(Self.value(grid.left + x, grid.top + y, c))
        }
        let data = fixture.file(Fixture.colours(16))
        #expect(try picture(data) == wanted)
        #expect(try picture(data, threads: 3) == wanted)
        #expect(try picture(fixture.codestream) == wanted)
    }

    /// One tile that is too large to be decoded at once comes in strips.
    @Test(arguments: [(0, 0), (5, 77)]) func strips(left: Int, top: Int) throws {
        var fixture = Fixture(right: left + 90, bottom: top + 300, Self.rgb)
        fixture.left = left
        fixture.top = top
        let data = fixture.codestream
        let wanted = Picture(.rgb, 90, 300) { x, y, c in UInt8(Self.value(left + x, top + y, c)) }
        #expect(try picture(data, wholeImageLimit: 1000) == wanted)
        let job = try folder.job(data)
        let whole = try ImageFile(job, wholeImageLimit: 1 << 30)
        let strips = try ImageFile(job, wholeImageLimit: 40_000)
        #expect(whole.readingMemory >= 90 * 300 * 12)
        #expect(strips.readingMemory < whole.readingMemory)
    }

    /// A tile's parts may lie between those of other tiles.
    @Test func interleavedTileParts() throws {
        var fixture = Fixture(right: 150, bottom: 110, Self.rgb)
        fixture.tile = (64, 64, 0, 0)
        fixture.splitsByResolution = true
        let data = fixture.codestream.interleavingTileParts()
        #expect(data != fixture.codestream)
        let wanted = Picture(.rgb, 150, 110) { UInt8(Self.value($0, $1, $2)) }
        #expect(try picture(data) == wanted)
        #expect(try picture(data, threads: 2) == wanted)
    }

    /// All components at a step: that is the pixel.
    @Test func coarseGrid() throws {
        let steps = (0..<3).map { Self.colour($0, stepX: 2, stepY: 3) }
        var fixture = Fixture(right: 61, bottom: 62, steps)
        fixture.left = 3
        fixture.top = 4
        fixture.tile = (9, 10, 0, 0)
        let wanted = Picture(.rgb, 29, 19) { x, y, c in
            UInt8(Self.value(2 * (2 + x), 3 * (2 + y), c))
        }
        #expect(try picture(fixture.codestream) == wanted)
        #expect(try picture(fixture.codestream, threads: 2) == wanted)
    }

    // MARK: Channels

    private static let bars: [[UInt8]] = [
        [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [12, 34, 56],
    ]

    @Test(arguments: [[48, 40], [300, 200]], [nil, 64]) func palettes(size: [Int], tile: Int?)
        throws
    {
        let index = Fixture.Component { x, y in (x / 9 + y / 7) % 5 }
        var fixture = Fixture(right: size[0], bottom: size[1], [index])
        if let tile { fixture.tile = (tile, tile, 0, 0) }
        let wanted = Picture(.rgb, size[0], size[1]) { x, y, c in Self.bars[(x / 9 + y / 7) % 5][c]
        }
        let palette = Fixture.palette(Self.bars)
        let mapping = Fixture.mapping([(0, 0), (0, 1), (0, 2)])
        #expect(try picture(fixture.file(Fixture.colours(16), palette, mapping)) == wanted)
        // Some writers leave the mapping out, or half of it.
        #expect(try picture(fixture.file(Fixture.colours(16), palette)) == wanted)
        let half = Fixture.mapping([(0, 0), (0, nil), (0, nil)])
        #expect(try picture(fixture.file(Fixture.colours(16), palette, half)) == wanted)
    }

    /// An index behind the palette's end takes its last entry.
    @Test func paletteTooShort() throws {
        let fixture = Fixture(right: 20, bottom: 10, [Fixture.Component { x, _ in x }])
        let found = try picture(
            fixture.file(
                Fixture.colours(16), Fixture.palette(Self.bars),
                Fixture.mapping([(0, 0), (0, 1), (0, 2)])))
        #expect(found == Picture(.rgb, 20, 10) { x, _, c in Self.bars[min(x, 4)][c] })
    }

    @Test func paletteWithAlpha() throws {
        let entries = Self.bars.enumerated().map { $1 + [UInt8(50 * $0)] }
        let fixture = Fixture(right: 30, bottom: 9, [Fixture.Component { x, _ in x % 5 }])
        let found = try picture(
            fixture.file(
                Fixture.colours(16), Fixture.palette(entries),
                Fixture.mapping((0..<4).map { (0, $0) }),
                Fixture.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 1, 0)])))
        #expect(found == Picture(.rgba, 30, 9) { x, _, c in entries[x % 5][c] })
    }

    struct Order: Sendable, CustomTestStringConvertible {
        let name: String
        let definitions: [[Int]]
        /// Which component each channel of the picture is.
        let channels: [Int]

        var testDescription: String { name }
    }

    static let orders = [
        Order(
            name: "BGR", definitions: [[0, 0, 3], [1, 0, 2], [2, 0, 1]], channels: [2, 1, 0]),
        Order(
            name: "turned", definitions: [[0, 0, 2], [1, 0, 3], [2, 0, 1]], channels: [2, 0, 1]),
        Order(
            name: "alpha first", definitions: [[0, 1, 0], [1, 0, 1], [2, 0, 2], [3, 0, 3]],
            channels: [1, 2, 3, 0]),
        Order(
            name: "alpha colour by colour",
            definitions: [
                [3, 0, 1], [1, 0, 2], [2, 0, 3], [0, 1, 1], [0, 1, 2], [0, 1, 3],
            ], channels: [3, 1, 2, 0]),
        Order(
            name: "a mask", definitions: [[0, 0, 1], [1, 0, 2], [2, 0, 3], [3, 65535, 65535]],
            channels: [0, 1, 2]),
        Order(
            name: "opacity of one colour",
            definitions: [[0, 0, 1], [1, 0, 2], [2, 0, 3], [3, 1, 2]], channels: [0, 1, 2]),
        Order(name: "nothing is said", definitions: [], channels: [0, 1, 2, 3]),
    ]

    @Test(arguments: orders) func channelDefinitions(_ order: Order) throws {
        let count = (order.channels.max() ?? 0) + 1
        let all = max(count, order.definitions.map { $0[0] + 1 }.max() ?? 0)
        let fixture = Fixture(right: 33, bottom: 21, (0..<all).map { Self.colour($0) })
        let definitions = order.definitions.map { ($0[0], $0[1], $0[2]) }
        let data = fixture.file(
            Fixture.colours(16), definitions.isEmpty ? [] : Fixture.definitions(definitions))
        let format: PixelFormat = order.channels.count == 4 ? .rgba : .rgb
        let wanted = Picture(format, 33, 21) { x, y, c in
            UInt8(Self.value(x, y, order.channels[c]))
        }
        #expect(try picture(data) == wanted)
    }

    /// Grey whose only colour is said to be of the whole image, as some writers have it.
    @Test func greyOfTheWholeImage() throws {
        let fixture = Fixture(right: 20, bottom: 20, [Self.colour(0), Self.colour(1)])
        let found = try picture(
            fixture.file(Fixture.colours(17), Fixture.definitions([(0, 0, 0), (1, 1, 0)])))
        #expect(found == Picture(.greyAlpha, 20, 20) { UInt8(Self.value($0, $1, $2)) })
    }

    @Test func premultipliedAlphaIsDividedOut() throws {
        let alpha = Fixture.Component { x, _ in x * 8 }
        let colour = Fixture.Component { x, y in min(x * 8, 100) }
        let fixture = Fixture(right: 30, bottom: 4, [colour, colour, colour, alpha])
        let found = try picture(
            fixture.file(
                Fixture.colours(16),
                Fixture.definitions([(0, 0, 1), (1, 0, 2), (2, 0, 3), (3, 2, 0)])))
        #expect(found[0, 0][3] == 0)
        #expect(found[5, 1] == [255, 255, 255, 40])
        #expect(found[25, 3] == [128, 128, 128, 200])
    }

    // MARK: Samples

    @Test(arguments: 1...16) func depths(bits: Int) throws {
        let full = 1 << bits - 1
        for isSigned in [false, true] {
            let shift = isSigned ? 1 << (bits - 1) : 0
            let ramp = Fixture.Component(bits: bits, isSigned: isSigned) { x, y in
                (x * full / 99 + y) % (full + 1) - shift
            }
            let fixture = Fixture(right: 100, bottom: 3, [ramp])
            let wanted = Picture(.grey, 100, 3) { x, y, _ in
                UInt8((Double((x * full / 99 + y) % (full + 1)) * 255 / Double(full)).rounded())
            }
            #expect(try picture(fixture.codestream).largestDistance(to: wanted) == 0)
        }
    }

    @Test func depthsOfTheirOwn() throws {
        let depths = [5, 6, 5, 1]
        let components = depths.map { bits in
            Fixture.Component(bits: bits) { x, _ in x % (1 << bits) }
        }
        let found = try picture(
            Fixture(right: 64, bottom: 2, components).file(Fixture.colours(16)))
        let wanted = Picture(.rgba, 64, 2) { x, _, c in
            let full = 1 << depths[c] - 1
            return UInt8((Double(x % (full + 1)) * 255 / Double(full)).rounded())
        }
        #expect(found == wanted)
    }

    /// Luma and chroma, said or seen by the subsampling; a sample of chroma stands for its pixels.
    @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)], [0, 1, 7])
    func chroma(steps: (Int, Int), origin: Int) throws {
        let components = (0..<3).map {
            Self.colour($0, stepX: $0 == 0 ? 1 : steps.0, stepY: $0 == 0 ? 1 : steps.1)
        }
        var fixture = Fixture(right: origin + 70, bottom: origin + 50, components)
        fixture.left = origin
        fixture.top = origin
        // OpenJPEG's encoder takes other samples for such tiles than its decoder.
        if steps.0 < 4 || origin == 0 { fixture.tile = (21, 17, 0, 0) }
        let wanted = Picture(.rgb, 70, 50) { x, y, c in
            func chroma(_ channel: Int) -> Double {
                // The first sample of a component may lie behind the first pixel.
                let across = max((origin + x) / steps.0, (origin + steps.0 - 1) / steps.0)
                let down = max((origin + y) / steps.1, (origin + steps.1 - 1) / steps.1)
                return Double(Self.value(across * steps.0, down * steps.1, channel)) - 128
            }
            let luma = Double(Self.value(origin + x, origin + y, 0))
            let value =
                [
                    luma + 1.402 * chroma(2),
                    luma - 0.344136 * chroma(1) - 0.714136 * chroma(2),
                    luma + 1.772 * chroma(1),
                ][c]
            return UInt8(min(max(value.rounded(), 0), 255))
        }
        let said = try picture(fixture.file(Fixture.colours(18)), threads: 2)
        #expect(said.largestDistance(to: wanted) <= 1)
        if steps.0 > 1 {
            #expect(try picture(fixture.codestream).largestDistance(to: wanted) <= 1)
        }
    }

    /// Colours may be coarser than alpha, and still be no chroma.
    @Test func subsampledColours() throws {
        let components = [
            Self.colour(0, stepX: 2, stepY: 2), Self.colour(1, stepX: 2, stepY: 2),
            Self.colour(2, stepX: 2, stepY: 2), Self.colour(3),
        ]
        let found = try picture(
            Fixture(right: 40, bottom: 30, components).file(Fixture.colours(16)))
        let wanted = Picture(.rgba, 40, 30) { x, y, c in
            UInt8(c == 3 ? Self.value(x, y, c) : Self.value(x / 2 * 2, y / 2 * 2, c))
        }
        #expect(found == wanted)
    }

    /// Inks count from none to full, and are converted as those of a TIFF without a profile.
    @Test func inks() throws {
        let components = (0..<4).map { Self.colour($0) }
        let fixture = Fixture(right: 40, bottom: 30, components)
        let found = try picture(fixture.file(Fixture.colours(12)))
        let stored = TIFFFixture(40, 30, samples: 4, bits: 8, photometric: 5) {
            Self.value($0, $1, $2)
        }
        let wanted = try folder.read(stored.data).picture
        #expect(found.largestDistance(to: wanted) <= 1)
    }

    @Test func lab() throws {
        // White, mid grey, and a red of L* 53, a* 80, b* 67.
        let colours = [[255, 128, 96], [137, 128, 96], [135, 248, 181]]
        let components = (0..<3).map { c in Fixture.Component { x, _ in colours[x / 10][c] } }
        let found = try picture(Fixture(right: 30, bottom: 5, components).file(Fixture.colours(14)))
        #expect(found[5, 2] == [255, 255, 255])
        #expect(found[15, 2].allSatisfy { abs(Int($0) - 128) <= 2 })
        #expect(found[25, 2][0] > 245 && found[25, 2][1] < 30 && found[25, 2][2] < 30)
    }

    // MARK: Thumbnails

    @Test func thumbnailsAreDecodedSmall() throws {
        let picture = Picture.smooth(.rgb, 640, 480)
        let components = (0..<3).map { c in
            Fixture.Component { x, y in Int(picture[x, y][c]) }
        }
        var fixture = Fixture(right: 640, bottom: 480, components)
        fixture.isTransformed = true
        for tile in [nil, (128, 128, 0, 0)] {
            fixture.tile = tile
            let file = try ImageFile(
                folder.job(fixture.file(Fixture.colours(16))), wholeImageLimit: 1 << 30)
            #expect(file.shrinksOnLoad)
            let small = Picture(try file.shrunk(to: PixelSize(width: 64, height: 48)))
            let wanted = Picture(
                try VipsLibrary().resize(picture.band, to: PixelSize(width: 64, height: 48)))
            #expect(small.distance(to: wanted) < 1.5)
        }
        // Between two numbers of a palette stands any colour.
        let index = Fixture.Component { x, y in (x / 20 + y / 20) % 2 * 2 }
        let chess = Fixture(right: 640, bottom: 480, [index]).file(
            Fixture.colours(16), Fixture.palette([[0, 0, 0], [255, 0, 0], [0, 0, 0]]))
        let black = try ImageFile(folder.job(chess), wholeImageLimit: 1 << 30)
            .shrunk(to: PixelSize(width: 64, height: 48))
        #expect(Picture(black).samples.allSatisfy { $0 == 0 })
        // No smaller size in the file: from the full one.
        fixture.resolutions = 1
        let file = try ImageFile(folder.job(fixture.codestream), wholeImageLimit: 1 << 30)
        let small = Picture(try file.shrunk(to: PixelSize(width: 64, height: 48)))
        #expect(small.width == 64 && small.height == 48)
    }
}
