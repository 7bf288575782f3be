import CFixtures
import Foundation
import Imaging
import PixelFixtures
import Testing

/// What the samples of a TIFF mean, in all their combinations.
@Suite struct TIFFTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The nearest 8-bit value.
    private static func byte(_ value: Int, of full: Int) -> UInt8 {
        UInt8((Double(value) * 255 / Double(full)).rounded())
    }

    @Test(arguments: Array(1...16), [1, 2, 3, 4])
    func samplesOfAnyNumberOfBits(bits: Int, samples: Int) throws {
        let full = (1 << bits) - 1
        func value(_ x: Int, _ y: Int, _ c: Int) -> Int { (x * 11 + y * 5 + c * 3) * 97 & full }
        for photometric in samples < 3 ? [0, 1] : [2] {
            var tiff = TIFFFixture(
                13, 5, samples: samples, bits: bits, photometric: photometric, value)
            if samples % 2 == 0 { tiff.tags[TIFFFixture.extra] = [2] }
            let found = try folder.read(tiff.data).picture
            let colours = samples < 3 ? 1 : 3
            #expect(found.channels == samples)
            for x in 0..<13 {
                for c in 0..<samples {
                    let stored = value(x, 4, c)
                    let meant = photometric == 0 && c < colours ? full - stored : stored
                    #expect(found[x, 4][c] == Self.byte(meant, of: full))
                }
            }
        }
    }

    @Test(arguments: [8, 16, 32], [2, 3, 4])
    func samplesInPlanes(bits: Int, samples: Int) throws {
        let unit = [8: 1, 16: 257, 32: 16_843_009][bits] ?? 1
        var tiff = TIFFFixture(
            9, 6, samples: samples, bits: bits, photometric: samples < 3 ? 1 : 2
        ) { x, y, c in (x * 20 + y * 3 + c * 7) * unit }
        if samples % 2 == 0 { tiff.tags[TIFFFixture.extra] = [2] }
        let together = try folder.read(tiff.data).picture
        let last = (0..<samples).map { UInt8(175 + $0 * 7) }
        #expect(together[8, 5] == last)
        #expect(try folder.read(tiff.planar().data).picture == together)
    }

    @Test(arguments: [8, 16], [false, true])
    func planesInTiles(bits: Int, isCompressed: Bool) throws {
        let picture = Picture(.rgba, 75, 50) { x, y, c in UInt8(x * 2 + y + c * 15) }
        var tiff = CompressedTIFF(
            75, 50, samples: 4, bits: bits, photometric: 2, isCompressed ? .lzw : .none
        ) { x, y, c in Int(picture[x, y][c]) * (bits == 8 ? 1 : 257) }
        (tiff.how.planar, tiff.how.tile_width, tiff.how.tile_height) = (1, 32, 16)
        tiff.how.predictor = isCompressed ? 2 : 0
        #expect(try folder.read(#require(try tiff.encoded())).picture == picture)
    }

    /// Strips that are too large to be held are decoded row by row, planes side by side.
    @Test(arguments: [CompressedTIFF.Compression.lzw, .deflate, .packBits, .jpeg], [false, true])
    func largeStripsAreReadRowByRow(
        compression: CompressedTIFF.Compression, isPlanar: Bool
    ) throws {
        let (width, height) = (4000, 4300)
        var tiff = CompressedTIFF(width, height, samples: 1, photometric: 1, compression) {
            x, y, _ in (x / 16 + y / 16) & 255
        }
        if isPlanar {
            guard compression != .jpeg else { return }
            tiff = CompressedTIFF(width, height, samples: 2, photometric: 1, compression) {
                x, y, c in c == 0 ? (x / 16 + y / 16) & 255 : 255 - y / 32
            }
            tiff.how.planar = 1
        }
        tiff.how.rows_per_strip = Int32(height)
        let data = try #require(try tiff.encoded())
        let (file, found) = try folder.read(data)
        for (x, y) in [(0, 0), (3999, 0), (1234, 2345), (0, 4299), (3999, 4299)] {
            #expect(abs(Int(found[x, y][0]) - ((x / 16 + y / 16) & 255)) <= 2)
            if isPlanar { #expect(found[x, y][1] == UInt8(255 - y / 32)) }
        }
        // Some rows, and the strips as they are in the file.
        #expect(file.readingMemory < 2 * data.count)
        var broken = data
        let strips = StripsOfTIFF(data)
        strips.setCount(strips.places[0].count / 2, of: 0, in: &broken)
        #expect { _ = try folder.read(broken) } throws: { "\($0)".contains("d TIFF (") }
    }

    @Test func lowestBitFirst() throws {
        func reversed(_ byte: UInt8) -> UInt8 {
            (0..<8).reduce(0) { $0 | (byte >> $1 & 1) << (7 - $1) }
        }
        var tiff = TIFFFixture(20, 3, samples: 1, bits: 4, photometric: 1) { x, y, _ in (x + y) & 15
        }
        let expected = try folder.read(tiff.data).picture
        tiff.pixels = tiff.pixels.map(reversed)
        tiff.tags[TIFFFixture.fillOrder] = [2]
        #expect(try folder.read(tiff.data).picture == expected)
    }

    /// Alpha is unsigned; only a* and b* are signed.
    @Test(arguments: [8, 16])
    func labWithAlpha(bits: Int) throws {
        let unit = bits == 8 ? 1 : 257
        var tiff = TIFFFixture(8, 2, samples: 4, bits: bits, photometric: 8) { x, _, c in
            switch c {
            case 0: 150 * unit
            case 1: bits == 8 ? 40 : 40 * 256
            case 2: (bits == 8 ? 256 : 65536) - 30 * (bits == 8 ? 1 : 256)
            default: [0, 1, 64, 127, 128, 200, 254, 255][x] * unit
            }
        }
        tiff.tags[TIFFFixture.extra] = [2]
        let found = try folder.read(tiff.data).picture
        let alphas = (0..<8).map { found[$0, 1][3] }
        #expect(alphas == [0, 1, 64, 127, 128, 200, 254, 255])
        // L* 58.8, a* 40, b* -30 is this in sRGB, under D50.
        #expect(zip(found[7, 0], [190, 114, 195]).allSatisfy { abs(Int($0) - $1) <= 1 })
    }

    /// 8-bit values in the lower or upper half of 16, and numbers of any width.
    @Test(arguments: [1, 2, 4, 8, 12, 16], [1, 256, 257])
    func palettesOfAllKinds(bits: Int, unit: Int) throws {
        let count = 1 << bits
        func colour(_ number: Int, _ c: Int) -> Int { (number * 31 + c * 70 + 9) & 255 }
        var tiff = TIFFFixture(17, 4, samples: 2, bits: bits, photometric: 3) { x, y, c in
            c == 0 ? (x * 5 + y) % count : (x + y) % count
        }
        tiff.tags[TIFFFixture.palette] = (0..<3).flatMap { c in
            (0..<count).map { colour($0, c) * unit }
        }
        tiff.tags[TIFFFixture.extra] = [2]
        let found = try folder.read(tiff.data).picture
        for (x, y) in [(0, 0), (16, 3), (7, 2)] {
            let number = (x * 5 + y) % count
            var expected = (0..<3).map { UInt8(colour(number, $0)) }
            expected.append(Self.byte((x + y) % count, of: count - 1))
            #expect(found[x, y] == expected)
        }
    }

    /// Associated alpha of few bits: 0.4 x 1 of 15 is 6.
    @Test func associatedAlphaOfFewBits() throws {
        var tiff = TIFFFixture(4, 1, samples: 4, bits: 4, photometric: 2) { x, _, c in
            [[6, 3, 0, 6], [15, 7, 0, 15], [0, 0, 0, 0], [1, 2, 3, 9]][x][c]
        }
        tiff.tags[TIFFFixture.extra] = [1]
        let found = try folder.read(tiff.data).picture
        #expect(found[0, 0] == [255, 128, 0, 102])
        #expect(found[1, 0] == [255, 119, 0, 255])
        #expect(found[2, 0][3] == 0)
        #expect(found[3, 0] == [28, 57, 85, 153])
    }

    @Test(arguments: [8, 16])
    func alphaBesideInks(bits: Int) throws {
        let unit = bits == 8 ? 1 : 257
        func file(_ samples: Int) -> TIFFFixture {
            TIFFFixture(6, 2, samples: samples, bits: bits, photometric: 5) { x, y, c in
                (c == 4 ? 40 * x : 10 * x + 20 * c) * unit
            }
        }
        let opaque = try folder.read(file(4).data).picture
        var tiff = file(5)
        tiff.tags[TIFFFixture.extra] = [2]
        let found = try folder.read(tiff.data).picture
        #expect(found.format == .rgba)
        for x in 0..<6 {
            let expected: [UInt8] = opaque[x, 1] + [UInt8(40 * x)]
            #expect(found[x, 1] == expected)
        }
        tiff.tags[TIFFFixture.extra] = [0]
        #expect(try folder.read(tiff.data).picture == opaque)
        tiff.tags[TIFFFixture.inkSet] = [2]
        #expect { _ = try folder.read(tiff.data) } throws: {
            "\($0)" == "pixels not supported: inks other than CMYK"
        }
    }

    /// CCIR 601, as TIFF 6.0 presumes it (section 21).
    @Test(arguments: [1, 2], [1, 2])
    func uncompressedYCbCr(across: Int, down: Int) throws {
        let colours: [[Double]] = [[255, 0, 0], [0, 0, 255], [10, 200, 90], [128, 128, 128]]
        func ycc(_ rgb: [Double]) -> [Int] {
            let y = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
            return [y, (rgb[2] - y) / 1.772 + 128, (rgb[0] - y) / 1.402 + 128]
                .map { Int(min($0, 255).rounded()) }
        }
        // Blocks of 4 x 4 pixels of a colour, so that chroma is the same at any sampling.
        let (width, height) = (16, 8)
        var bytes: [UInt8] = []
        for y in stride(from: 0, to: height, by: down) {
            for x in stride(from: 0, to: width, by: across) {
                let sample = ycc(colours[(x / 4 + y / 4) % 4])
                bytes += Array(repeating: UInt8(sample[0]), count: across * down)
                bytes += [UInt8(sample[1]), UInt8(sample[2])]
            }
        }
        var tiff = TIFFFixture(width, height, samples: 3, bits: 8, photometric: 6) { _, _, _ in 0 }
        tiff.pixels = bytes
        tiff.tags[TIFFFixture.subsampling] = [across, down]
        let found = try folder.read(tiff.data).picture
        for (x, y) in [(0, 0), (4, 0), (8, 0), (12, 0), (15, 7), (0, 4)] {
            let expected = colours[(x / 4 + y / 4) % 4]
            #expect(zip(found[x, y], expected).allSatisfy { abs(Double($0) - $1) <= 2 })
        }
    }

    /// Old-style JPEG (compression 6), whose YCbCr libtiff does not convert by itself.
    @Test(arguments: [1, 2])
    func oldJPEG(sampling: Int32) throws {
        let picture = Picture.smooth(.rgb, 64, 48)
        let jpeg = [UInt8](
            JPEGFixture { how in (how.h, how.v) = (sampling, sampling) }.encoded(picture))
        var tiff = TIFFFixture(64, 48, samples: 3, bits: 8, photometric: 6) { _, _, _ in 0 }
        tiff.pixels = jpeg
        tiff.tags[TIFFFixture.compression] = [6]
        tiff.tags[TIFFFixture.subsampling] = [Int(sampling), Int(sampling)]
        // Pixels stand behind the directory. The strip is the scan, behind its header.
        let start = 14 + 12 * Set([256, 257, 273, 278, 279, 513, 514]).union(tiff.tags.keys).count
        let scan = try #require(Data(jpeg).range(of: Data([0xff, 0xda]))).lowerBound + 14
        tiff.tags[513] = [start]
        tiff.tags[514] = [jpeg.count]
        tiff.tags[273] = [start + scan]
        tiff.tags[279] = [jpeg.count - scan]
        let (file, found) = try folder.read(tiff.data)
        #expect(found.distance(to: picture) < 2)
        #expect(file.warnings.isEmpty)
    }

    /// A raw file begins with a small copy; its pixels stand in a sub-directory.
    @Test func rawDataInSubdirectoriesAreRefused() throws {
        var small = TIFFFixture(8, 8, samples: 3, bits: 8, photometric: 2) { x, _, _ in x }
        small.tags[TIFFFixture.subfile] = [1]
        var raw = TIFFFixture(16, 16, samples: 1, bits: 16, photometric: 32803) { x, _, _ in x }
        raw.tags[TIFFFixture.subfile] = [0]
        // The second directory, taken out of the chain.
        small.tags[TIFFFixture.subdirectories] = [0]
        var data = TIFFFixture.file([small, raw])
        func number(_ place: Int, _ width: Int) -> Int {
            data[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        let directory = number(4, 4)
        let count = number(directory, 2)
        let link = directory + 2 + 12 * count
        let entry = try #require(
            (0..<count).map { directory + 2 + 12 * $0 }.first { number($0, 2) == 330 })
        data.replaceSubrange(entry + 8..<entry + 12, with: data[link..<link + 4])
        data.replaceSubrange(link..<link + 4, with: [0, 0, 0, 0])
        #expect { _ = try folder.read(data) } throws: {
            "\($0)" == "pixels not supported: the raw data of a camera's sensor"
        }
        // Where there is nothing else, the copy is what there is.
        #expect(try folder.read(small.data).picture[7, 0] == [7, 7, 7])
    }

    @Test func whatIsRefusedByName() throws {
        func refusal(_ tiff: TIFFFixture) throws -> String {
            do {
                _ = try folder.read(tiff.data)
                return "read"
            } catch {
                return "\(error)"
            }
        }
        let rgb = TIFFFixture(8, 8, samples: 3, bits: 8, photometric: 2) { x, _, _ in x }
        func changed(_ tags: [Int: [Int]?]) throws -> String {
            var tiff = rgb
            for (tag, values) in tags { tiff.tags[tag] = values }
            return try refusal(tiff)
        }
        let prefix = "pixels not supported: "
        #expect(
            try changed([TIFFFixture.bits: [8, 8, 16]]) == prefix + "samples of different depths")
        #expect(
            try changed([TIFFFixture.format: [1, 1, 3]]) == prefix + "samples of different kinds")
        #expect(try changed([TIFFFixture.compression: [33005]]) == prefix + "JPEG 2000 in TIFF")
        #expect(
            try changed([TIFFFixture.compression: [4711]]) == prefix + "compression 4711 in TIFF")
        #expect(
            try changed([TIFFFixture.compression: [7], TIFFFixture.bits: [12, 12, 12]])
                == prefix + "12-bit JPEG in TIFF")
        var four = TIFFFixture(8, 8, samples: 4, bits: 8, photometric: 2) { _, _, c in 40 * c }
        // Unnamed samples behind the colours are alpha to other readers, too.
        #expect(try folder.read(four.data).picture[0, 0] == [0, 40, 80, 120])
        four.tags[TIFFFixture.photometric] = nil
        #expect(
            try refusal(four)
                == prefix + "TIFF that does not say what its 4 samples a pixel are")
        var three = rgb
        three.tags[TIFFFixture.photometric] = nil
        #expect(try folder.read(three.data).picture == folder.read(rgb.data).picture)
    }
}
