import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// BMP and TGA of every kind.
@Suite struct BitmapTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ data: Data) throws -> Picture { try folder.read(data).picture }

    private static func scaled(_ value: Int, bits: Int) -> UInt8 {
        let top = 1 << bits - 1
        return UInt8((Double(value & top) * 255 / Double(top)).rounded())
    }

    private static let colours: [[UInt8]] = [
        [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [9, 80, 200],
    ]

    // MARK: BMP

    @Test(arguments: [12, 16, 40, 52, 56, 64, 108, 124], [false, true])
    func headersOfAnySize(size: Int, isTopDown: Bool) throws {
        var bmp = BitmapFixtures.BMP()
        bmp.headerSize = size
        // The short ones have no sign to say so.
        bmp.isTopDown = isTopDown && size > 12
        let data = bmp.file(7, 5) { x, y in x * 30 + y << 8 + (200 - y) << 16 }
        let wanted = Picture(.rgb, 7, 5) { x, y, c in [UInt8(200 - y), UInt8(y), UInt8(x * 30)][c] }
        #expect(try read(data) == wanted)
    }

    @Test(arguments: [1, 2, 4, 8], [12, 40, 124])
    func palettes(bits: Int, header: Int) throws {
        var bmp = BitmapFixtures.BMP()
        bmp.bits = bits
        bmp.headerSize = header
        let count = min(5, 1 << bits)
        bmp.palette = Array(Self.colours.prefix(count))
        // Without a count, the palette of an old header is as long as can be.
        if header == 12 {
            bmp.palette += Array(repeating: [1, 2, 3], count: 1 << bits - count)
        }
        let wanted = Picture(.rgb, 13, 6) { x, y, c in Self.colours[(x + y) % count][c] }
        #expect(try read(bmp.file(13, 6) { ($0 + $1) % count }) == wanted)
        if header != 12 && count < 1 << bits {
            #expect { _ = try read(bmp.file(13, 6) { x, _ in x % (count + 1) }) } throws: {
                "\($0)".hasPrefix("damaged BMP (a pixel of colour \(count)")
            }
        }
    }

    @Test func greyPaletteIsGrey() throws {
        var bmp = BitmapFixtures.BMP()
        bmp.bits = 8
        bmp.palette = (0..<256).map { [UInt8($0), UInt8($0), UInt8($0)] }
        #expect(
            try read(bmp.file(9, 9) { $0 * 20 + $1 })
                == Picture(.grey, 9, 9) { x, y, _ in UInt8(x * 20 + y) })
    }

    /// Each sample is as wide as its mask, and alpha is where the header gives it bits.
    @Test(arguments: [
        (16, [0x7c00, 0x3e0, 0x1f]), (16, [0xf800, 0x7e0, 0x1f]),
        (16, [0x7c00, 0x3e0, 0x1f, 0x8000]),
        (16, [0xf00, 0xf0, 0xf, 0xf000]), (32, [0xff0000, 0xff00, 0xff]),
        (32, [0xff0000, 0xff00, 0xff, 0xff00_0000]), (32, [0x3ff0_0000, 0xffc00, 0x3ff]),
        (32, [0xff, 0xff00, 0xff0000, 0xff00_0000]), (32, [0xfffe_0000, 0x1ff00, 0xff]),
    ])
    func masks(bits: Int, masks: [Int]) throws {
        func pixel(_ x: Int, _ y: Int) -> Int {
            masks.enumerated().reduce(0) { pixel, mask in
                let top = mask.element >> mask.element.trailingZeroBitCount
                let value = (x * 37 + y * 11 + mask.offset * 5) % (top + 1)
                return pixel | value << mask.element.trailingZeroBitCount
            }
        }
        let wanted = Picture(masks.count == 4 ? .rgba : .rgb, 11, 7) { x, y, c in
            let mask = masks[c]
            let top = mask >> mask.trailingZeroBitCount
            let value = (x * 37 + y * 11 + c * 5) % (top + 1)
            return UInt8((Double(value) * 255 / Double(top)).rounded())
        }
        for header in masks.count == 4 ? [56, 108, 124] : [40, 52, 56, 124] {
            var bmp = BitmapFixtures.BMP()
            (bmp.bits, bmp.headerSize, bmp.compression, bmp.masks) = (bits, header, 3, masks)
            #expect(try read(bmp.file(11, 7, pixel)) == wanted, "\(header)")
        }
    }

    /// Without masks 16 bit are five each, and what 32 bit leave over is nothing.
    @Test func unmaskedPixels() throws {
        var bmp = BitmapFixtures.BMP()
        bmp.bits = 16
        let five = Picture(.rgb, 32, 2) { x, y, c in Self.scaled([x, 31 - x, y * 7][c], bits: 5) }
        #expect(
            try read(bmp.file(32, 2) { x, y in x << 10 | (31 - x) << 5 | y * 7 | 0x8000 }) == five)
        bmp.bits = 32
        let eight = Picture(.rgb, 8, 3) { x, y, c in UInt8([x * 30, y, 77][c]) }
        #expect(try read(bmp.file(8, 3) { x, y in x * 30 << 16 | y << 8 | 77 }) == eight)
    }

    @Test func runsOfEightBits() throws {
        var bmp = BitmapFixtures.BMP()
        (bmp.bits, bmp.compression, bmp.palette) = (8, 1, Self.colours)
        // From the bottom up: a run and a list of three (padded); a run to the end.
        let whole: [UInt8] = [3, 1, 0, 3, 2, 0, 4, 0, 0, 0, 6, 3, 0, 1]
        let rows = [[3, 3, 3, 3, 3, 3], [1, 1, 1, 2, 0, 4]]
        #expect(
            try read(bmp.file(6, 2, whole))
                == Picture(.rgb, 6, 2) { x, y, c in Self.colours[rows[y][x]][c] })
        // What is jumped over is transparent: 2 to the right in the first row, the rest of the second.
        let gaps: [UInt8] = [1, 0, 0, 2, 2, 0, 3, 2, 0, 0, 2, 4, 0, 1]
        let found = try read(bmp.file(6, 2, gaps))
        let there = [[4, 4, -1, -1, -1, -1], [0, -1, -1, 2, 2, 2]]
        #expect(
            found
                == Picture(.rgba, 6, 2) { x, y, c in
                    there[y][x] < 0 ? 0 : c == 3 ? 255 : Self.colours[there[y][x]][c]
                })
        #expect { _ = try read(bmp.file(6, 2, [9, 1, 0, 0, 6, 1, 0, 1])) } throws: {
            "\($0)" == "damaged BMP (a run goes beyond the end of its row)"
        }
        #expect { _ = try read(bmp.file(6, 2, [6, 1, 0, 0, 6])) } throws: {
            "\($0)".hasPrefix("truncated BMP")
        }
    }

    @Test func runsOfFourBits() throws {
        var bmp = BitmapFixtures.BMP()
        (bmp.bits, bmp.compression, bmp.palette) = (4, 2, Self.colours)
        let runs: [UInt8] = [5, 0x12, 0, 3, 0x30, 0x40, 0, 1]
        let row = [1, 2, 1, 2, 1, 3, 0, 4]
        #expect(
            try read(bmp.file(8, 1, runs))
                == Picture(.rgb, 8, 1) { x, _, c in Self.colours[row[x]][c] })
    }

    @Test func aProfileIsUsed() throws {
        var bmp = BitmapFixtures.BMP()
        bmp.headerSize = 124
        bmp.profile = TableProfile([("A2B0", 1)]).bytes
        let data = bmp.file(4, 4) { _, _ in 0x4080c0 }
        #expect(try read(data)[0, 0] != [0x40, 0x80, 0xc0])
        bmp.profile = []
        #expect(try read(bmp.file(4, 4) { _, _ in 0x4080c0 })[0, 0] == [0x40, 0x80, 0xc0])
    }

    @Test(arguments: [
        (24, 4, 40, "a BMP that holds a JPEG"), (24, 5, 40, "a BMP that holds a PNG"),
        (1, 3, 64, "a BMP in Huffman's code"), (64, 0, 40, "a BMP of 64 bits a pixel"),
        (32, 11, 40, "a BMP of inks"),
    ])
    func bitmapsThatAreNoneAreRefusedByName(
        bits: Int, compression: Int, header: Int, reason: String
    )
        throws
    {
        var bmp = BitmapFixtures.BMP()
        (bmp.bits, bmp.compression, bmp.headerSize) = (bits, compression, header)
        let error = "pixels not supported: \(compression == 4 ? "a BMP that holds a JPEG" : reason)"
        if (bits, compression) == (24, 4) {
            // 24 bits by this number are OS/2's runs.
            #expect(throws: Never.self) { _ = try read(bmp.file(2, 1, [2, 1, 2, 3, 0, 1])) }
            bmp.bits = 0
        }
        #expect("\(reason)") {
            _ = try read(bmp.file(4, 4, [UInt8](repeating: 0, count: 64)))
        } throws: {
            "\($0)" == error
        }
    }

    @Test(arguments: [60, 100, 400]) func shortBitmapsFail(length: Int) throws {
        let data = BitmapFixtures.BMP().file(12, 12) { $0 * $1 }
        #expect { _ = try read(Data(data.prefix(length))) } throws: {
            "\($0)".hasPrefix("truncated BMP")
        }
        _ = try read(data)
    }

    // MARK: TGA

    private static func bgr(_ x: Int, _ y: Int) -> [UInt8] {
        [UInt8(x), UInt8(y * 9), UInt8(200 - x)]
    }

    @Test(arguments: [false, true], [false, true])
    func origins(isTopDown: Bool, isRightToLeft: Bool) throws {
        var tga = BitmapFixtures.TGA()
        (tga.isTopDown, tga.isRightToLeft) = (isTopDown, isRightToLeft)
        let wanted = Picture(.rgb, 9, 6) { x, y, c in Self.bgr(x, y)[2 - c] }
        #expect(try read(tga.file(9, 6, Self.bgr)) == wanted)
        // The same in runs: one pixel at a time, listed two by two.
        tga.kind = 10
        let runs = tga.file(9, 6) { x, y in [0x80] + Self.bgr(x, y) }
        #expect(try read(runs) == wanted)
    }

    @Test func runsGoBeyondRows() throws {
        var tga = BitmapFixtures.TGA()
        (tga.kind, tga.bits, tga.isTopDown) = (11, 8, true)
        // 7 times 5, then 3 listed: rows of 5.
        let found = try read(tga.file(5, 2, [0x86, 5, 2, 1, 2, 3]))
        #expect(found.samples == [5, 5, 5, 5, 5, 5, 5, 1, 2, 3])
        #expect { _ = try read(tga.file(5, 2, [0x86, 5, 2, 1])) } throws: {
            "\($0)".hasPrefix("truncated TGA")
        }
    }

    @Test(arguments: [1, 9]) func palettesOfTGA(kind: Int) throws {
        var tga = BitmapFixtures.TGA()
        (tga.kind, tga.bits, tga.firstColour) = (kind, 8, 3)
        tga.palette = Self.colours.map { $0.reversed() }
        let prefix: [UInt8] = kind == 9 ? [0] : []
        let data = tga.file(10, 4) { x, y in prefix + [UInt8(3 + (x + y) % 5)] }
        #expect(try read(data) == Picture(.rgb, 10, 4) { x, y, c in Self.colours[(x + y) % 5][c] })
        #expect { _ = try read(tga.file(10, 4) { _, _ in prefix + [8] }) } throws: {
            "\($0)".hasPrefix("damaged TGA (a pixel of a colour")
        }
    }

    @Test func alphaAsTheHeaderSays() throws {
        var tga = BitmapFixtures.TGA()
        tga.bits = 32
        let value: (Int, Int) -> [UInt8] = { x, y in [10, 20, 30, UInt8(x * 20 + y)] }
        #expect(
            try read(tga.file(6, 5, value)) == Picture(.rgb, 6, 5) { _, _, c in [30, 20, 10][c] })
        tga.alphaBits = 8
        let wanted = Picture(.rgba, 6, 5) { x, y, c in [30, 20, 10, UInt8(x * 20 + y)][c] }
        #expect(try read(tga.file(6, 5, value)) == wanted)
        for kind: UInt8 in [0, 1, 2] {
            tga.alphaKind = kind
            #expect(!(try read(tga.file(6, 5, value)).format.hasAlpha), "\(kind)")
        }
        tga.alphaKind = 3
        #expect(try read(tga.file(6, 5, value)) == wanted)
        // Multiplied with it already: divided out.
        tga.alphaKind = 4
        let found = try read(tga.file(2, 1) { x, _ in [50, 25, 100, x == 0 ? 100 : 0] })
        #expect(found[0, 0] == [255, 64, 128, 100])
        #expect(found[1, 0][3] == 0)
    }

    @Test func fiveBitsAndOneOfAlpha() throws {
        var tga = BitmapFixtures.TGA()
        (tga.bits, tga.alphaBits) = (16, 1)
        let data = tga.file(32, 2) { x, y in
            Bytes.little(x << 10 | (31 - x) << 5 | y | y << 15, size: 2)
        }
        #expect(
            try read(data)
                == Picture(.rgba, 32, 2) { x, y, c in
                    c == 3 ? UInt8(255 * y) : Self.scaled([x, 31 - x, y][c], bits: 5)
                })
    }

    @Test func greyWithAlpha() throws {
        var tga = BitmapFixtures.TGA()
        (tga.kind, tga.bits, tga.alphaBits) = (3, 16, 8)
        let data = tga.file(8, 3) { x, y in [UInt8(x * 30), UInt8(y * 100)] }
        #expect(
            try read(data)
                == Picture(.greyAlpha, 8, 3) { x, y, c in c == 0 ? UInt8(x * 30) : UInt8(y * 100) })
    }

    @Test func shortTGAsFail() throws {
        let data = BitmapFixtures.TGA().file(9, 6, Self.bgr)
        for length in [data.count - 1, 40] {
            #expect { _ = try read(Data(data.prefix(length))) } throws: {
                "\($0)".hasPrefix("truncated TGA")
            }
        }
    }
}
