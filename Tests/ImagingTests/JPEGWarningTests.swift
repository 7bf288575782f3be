import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Each fault of a JPEG that libjpeg can tell of: with right pixels a warning, otherwise damage.
@Suite struct JPEGWarningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let busy = JPEGPathTests.busy(300, 200)

    private static func jpeg(
        progressive: Bool = false, oneScanEach: Bool = false, restarts: Bool = false,
        arithmetic: Bool = false, adobe: Bool = false
    ) -> Data {
        JPEGFixture { how in
            (how.h, how.v, how.quality) = (2, 2, 80)
            how.progressive = progressive ? 1 : 0
            how.one_scan_each = oneScanEach ? 1 : 0
            how.restart_rows = restarts ? 1 : 0
            how.arithmetic = arithmetic ? 1 : 0
            how.adobe = adobe ? 1 : 0
            if adobe { how.jfif = 0 }
        }.encoded(busy)
    }

    private static func scan(of data: Data) throws -> Int {
        let place = try #require(data.place(of: [0xff, 0xda]))
        return place + 2 + Int(data[place + 2]) << 8 + Int(data[place + 3])
    }

    /// Rows as planes, as RGB, and through libvips.
    private func expectRightPixels(of data: Data, like whole: Data, warning: String) throws {
        for tiles in [Encoding.of("jpg"), .of("png")] {
            for orientation in [1, 2, 6] {
                func read(_ data: Data) throws -> (ImageFile, Band) {
                    let turned = orientation == 1 ? data : data.withEXIF(orientation: orientation)
                    let file = try ImageFile(
                        folder.job(turned, tiles: tiles), wholeImageLimit: 1 << 30)
                    return (file, try folder.rows(of: file))
                }
                let (file, found) = try read(data)
                let (_, wanted) = try read(whole)
                #expect(found.isEqual(to: wanted))
                #expect(file.warnings.count == 1, "\(file.warnings)")
                #expect(file.warnings.first?.contains(warning) == true, "\(file.warnings)")
                #expect(file.damage == nil)
            }
        }
    }

    private func expectFailure(of data: Data, _ text: String) throws {
        for tiles in [Encoding.of("jpg"), .of("png")] {
            for data in [data, data.withEXIF(orientation: 6)] {
                #expect { _ = try folder.read(data, tiles: tiles) } throws: {
                    "\($0)".contains(text)
                }
            }
        }
    }

    @Test(arguments: [[UInt8](arrayLiteral: 0, 0, 0), [0, 5, 0], [63, 0, 1], [0, 63, 0x10]])
    func oddSpectralSelectionInASequentialScan(numbers: [UInt8]) throws {
        for data in [Self.jpeg(), Self.jpeg(oneScanEach: true), Self.jpeg(restarts: true)] {
            let scan = try Self.scan(of: data)
            try expectRightPixels(
                of: data.with(numbers, at: scan - 3), like: data, warning: "Invalid SOS parameters")
        }
    }

    @Test func unknownTransformOfAdobe() throws {
        let data = Self.jpeg(adobe: true)
        let marker = try #require(data.place(of: Array("Adobe".utf8)))
        try expectRightPixels(
            of: data.with([7], at: marker + 11), like: data, warning: "color transform code 7")
    }

    @Test func unknownRevisionOfJFIF() throws {
        let data = Self.jpeg()
        let marker = try #require(data.place(of: Array("JFIF\0".utf8)))
        try expectRightPixels(of: data.with([2], at: marker + 5), like: data, warning: "JFIF")
    }

    @Test func strayBytesInTheHeader() throws {
        let data = Self.jpeg()
        var stray = data
        stray.insert(contentsOf: (0..<200).map { UInt8($0) }, at: 2)
        // Segments go before the stray bytes.
        try expectRightPixels(of: stray, like: data, warning: "200 extraneous bytes")
    }

    /// The first coefficients of blocks stand in the second scan, where they should be in the first.
    @Test func scansOfAnotherOrder() throws {
        let data = Self.jpeg(progressive: true)
        var parts = JPEGParts(data)
        #expect(parts.data == data && parts.scans.count == 10)
        parts.scans.swapAt(0, 1)
        try expectRightPixels(of: parts.data, like: data, warning: "Inconsistent progression")
    }

    @Test(arguments: [false, true])
    func nonsenseBehindThePixels(progressive: Bool) throws {
        let data = Self.jpeg(progressive: progressive)
        var parts = JPEGParts(data)
        parts.end = Data([0xff, 0x02, 0, 9, 1, 2, 3])
        try expectRightPixels(of: parts.data, like: data, warning: "Unsupported marker")
    }

    @Test func scansThatLeaveOutDetail() throws {
        var parts = JPEGParts(Self.jpeg(progressive: true))
        parts.scans.removeLast()
        let (file, found) = try folder.read(parts.data)
        #expect(found.distance(to: Self.busy) < 10)
        #expect(file.warnings == ["its scans leave out detail"])
        // The same without an end is cut off.
        parts.end = Data()
        try expectFailure(of: parts.data, "truncated JPEG (premature end of file)")
    }

    @Test func aComponentWithoutAScanFails() throws {
        var parts = JPEGParts(Self.jpeg(oneScanEach: true))
        parts.scans.removeLast()
        try expectFailure(of: parts.data, "damaged JPEG (Corrupt JPEG data: a component has no")
    }

    @Test func aScanThatRefinesWhatDidNotComeFails() throws {
        var parts = JPEGParts(Self.jpeg(progressive: true))
        parts.scans.remove(at: 5)
        try expectFailure(of: parts.data, "damaged JPEG (Inconsistent progression")
    }

    @Test func badCodesFail() throws {
        let huffman = Self.jpeg(restarts: true)
        let ones = [UInt8](repeating: 0, count: 12).indices.map { UInt8($0 % 2 == 0 ? 0xff : 0) }
        try expectFailure(
            of: huffman.with(ones, at: Self.scan(of: huffman) + 60), "damaged JPEG (Corrupt")
        let arithmetic = Self.jpeg(arithmetic: true)
        let scan = try Self.scan(of: arithmetic) + 60
        // Noise decodes to something; some of it runs over the end of a block.
        let failures = (0..<60).compactMap { seed -> String? in
            let noise = (0..<900).map {
                UInt8(truncatingIfNeeded: ($0 + seed) * (37 + 2 * seed)) & 0x7f
            }
            do {
                _ = try folder.read(arithmetic.with(noise, at: scan))
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(failures.contains("damaged JPEG (Corrupt JPEG data: bad arithmetic code)"))
    }

    /// A flat picture is the same six bits for each block. Eight blocks have a code instead that
    /// there is not, after which the others are in step again.
    @Test func badCodesFailWhereverTheyAre() throws {
        let data = JPEGFixture(stored: .grey, given: .grey)
            .encoded([UInt8](repeating: 128, count: 512 * 512), 512, 512)
        let place = try Self.scan(of: data) + 300
        let block = String(repeating: "1", count: 17) + "1010"
        let bits = Array(String(repeating: block, count: 8))
        var codes: [UInt8] = []
        for start in stride(from: 0, to: bits.count, by: 8) {
            let byte = try #require(UInt8(String(bits[start..<start + 8]), radix: 2))
            codes += byte == 0xff ? [byte, 0] : [byte]
        }
        #expect(Array(data[place..<place + 6]) == [0x28, 0xa2, 0x8a, 0x28, 0xa2, 0x8a])
        var wrong = data
        wrong.replaceSubrange(place..<place + 6, with: codes)
        try expectFailure(of: wrong, "damaged JPEG (Corrupt JPEG data: bad Huffman code)")
    }

    @Test func restartMarkersOutOfStepFail() throws {
        let data = Self.jpeg(restarts: true)
        let marker = try #require(data.place(of: [0xff, 0xd3]))
        try expectFailure(of: data.with([0xff, 0xd6], at: marker), "damaged JPEG (Corrupt JPEG")
    }

    /// The header announces fewer rows than the scan has: nothing else tells that bytes are left.
    @Test func theRestOfAScanFails() throws {
        for data in [Self.jpeg(), Self.jpeg(progressive: true), Self.jpeg(oneScanEach: true)] {
            let frame =
                try #require(
                    data.place(of: [0xff, 0xc0, 0, 17]) ?? data.place(of: [0xff, 0xc2, 0, 17]))
            try expectFailure(of: data.with([0, 160], at: frame + 5), "extraneous bytes before")
        }
    }

    /// Few bytes lie between two restart markers, however many are left in all.
    @Test func theRestOfAScanWithRestartsFails() throws {
        let grey = JPEGFixture(stored: .grey, given: .grey) { $0.restart_rows = 1 }
            .encoded(Picture.smooth(.grey, 32, 200))
        let frame = try #require(grey.place(of: [0xff, 0xc0, 0, 11]))
        try expectFailure(of: grey.with([0, 160], at: frame + 5), "extraneous bytes before")
    }
}

extension Band {
    /// Whether all samples of all rows are the same.
    func isEqual(to other: Band) -> Bool {
        guard format == other.format, width == other.width, rows == other.rows else { return false }
        return format.planes.indices.allSatisfy { index in
            let (mine, others) = (plane(index), other.plane(index))
            let bytes = mine.shape.side(width) * mine.shape.samples
            return (0..<mine.shape.side(rows)).allSatisfy { y in
                (0..<bytes).allSatisfy { mine.row(y)[$0] == others.row(y)[$0] }
            }
        }
    }
}
