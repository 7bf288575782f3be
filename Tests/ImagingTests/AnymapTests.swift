import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Headers and samples of portable anymaps.
@Suite struct AnymapTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ header: String, _ samples: [UInt8]) throws -> Picture {
        try folder.read(Data(header.utf8) + Data(samples)).picture
    }

    private static let samples = (0..<36).map { UInt8($0 * 7) }

    /// Comments stand between any two words, several in a row, and the size is never taken from them.
    @Test(arguments: [
        "P6\n# one\n# two\n4 3\n255\n", "P6 # a\n4 # 9 9\n 3\n#\n255\n", "P6\r\n4\t3\r\n255\n",
        "P6\n#\n#\n#\n4\n#3\n3\n255 ",
    ])
    func commentsAnywhere(header: String) throws {
        let found = try read(header, Self.samples)
        #expect(found == Picture(.rgb, 4, 3) { x, y, c in Self.samples[(y * 4 + x) * 3 + c] })
    }

    @Test(arguments: [1, 2, 7, 31, 100, 254, 255, 256, 1000, 4095, 65535])
    func everyLargestValue(top: Int) throws {
        let size = top > 255 ? 2 : 1
        let values = (0..<64).map { $0 * top / 63 }
        let wanted = Picture(.grey, 64, 1) { x, _, _ in
            UInt8((Double(values[x]) * 255 / Double(top)).rounded())
        }
        let binary = values.flatMap { Bytes.big($0, size: size) }
        #expect(try read("P5\n64 1\n\(top)\n", binary) == wanted)
        let text = values.map { "\($0)" }.joined(separator: " ") + "\n"
        #expect(try read("P2\n64 1\n\(top)\n", Array(text.utf8)) == wanted)
        if top < 255 {
            #expect { _ = try read("P5\n2 1\n\(top)\n", [0, UInt8(top + 1)]) } throws: {
                "\($0)".contains("a sample of \(top + 1) where the largest is \(top)")
            }
        }
    }

    @Test func pamWithEveryKindOfTuple() throws {
        let kinds: [(String, Int, PixelFormat)] = [
            ("GRAYSCALE", 1, .grey), ("GRAYSCALE_ALPHA", 2, .greyAlpha), ("RGB", 3, .rgb),
            ("RGB_ALPHA", 4, .rgba),
        ]
        for (name, depth, format) in kinds {
            let samples = (0..<depth * 12).map { UInt8($0 * 5) }
            let header =
                "P7\n# x\nWIDTH 4\nHEIGHT 3\nDEPTH \(depth)\nMAXVAL 255\nTUPLTYPE \(name)\nENDHDR\n"
            #expect(
                try read(header, samples)
                    == Picture(format, 4, 3) { x, y, c in samples[(y * 4 + x) * depth + c] },
                "\(name)")
        }
    }

    /// A PFM's rows stand from the bottom up, and hold light.
    @Test func floatingPoint() throws {
        let light: [Float] = [
            0, 1, 0.21404114, 1, 0, 0, 0, 0, 1, 0.21404114, 0.21404114, 0.21404114,
        ]
        let bytes = light.flatMap { Bytes.little(Int($0.bitPattern), size: 4) }
        let found = try read("PF\n2 2\n-1.0\n", bytes)
        #expect(found[0, 0] == [0, 0, 255] && found[1, 1] == [255, 0, 0])
        #expect(found[1, 0] == [128, 128, 128])
        let big = light.flatMap { Bytes.big(Int($0.bitPattern), size: 4) }
        #expect(try read("PF\n2 2\n1.0\n", big) == found)
    }

    @Test func shortOrBrokenOnesFail() throws {
        for (header, samples) in [
            ("P6\n4 3\n255\n", Array(Self.samples.dropLast())),
            ("P5\n4 3\n65535\n", Array(Self.samples.prefix(23))),
            ("P2\n4 1\n255\n", Array("1 2 3\n".utf8)), ("P4\n9 2\n", [1, 2, 3]),
            ("P1\n3 1\n", Array("01".utf8)),
        ] {
            #expect("\(header)") { _ = try read(header, samples) } throws: {
                "\($0)".hasPrefix("truncated PPM")
            }
        }
        for header in ["P6\n0 3\n255\n", "P6\n4 3\n70000\n", "P5\n4 x\n255\n"] {
            #expect("\(header)") { _ = try read(header, Self.samples) } throws: {
                "\($0)".hasPrefix("damaged PPM")
            }
        }
    }
}
