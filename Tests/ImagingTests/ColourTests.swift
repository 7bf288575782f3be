import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Colours become sRGB. What they should be is worked out from the definitions, not from a library.
@Suite struct ColourTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A row of colours inside every gamut at hand.
    static let colours: [[UInt8]] = [
        [0, 0, 0], [255, 255, 255], [128, 128, 128], [200, 120, 90], [90, 160, 110],
        [100, 110, 180], [30, 40, 50], [220, 210, 190],
    ]

    private static let patches = Picture(.rgb, colours.count * 8, 8) { x, _, c in colours[x / 8][c]
    }

    private func check(
        _ found: Picture, by profile: ProfileFixture, within tolerance: Double, _ comment: String
    ) {
        for (index, colour) in Self.colours.enumerated() {
            let expected = profile.sRGB(of: colour.map { Double($0) / 255 })
            for (value, wanted) in zip(found[index * 8 + 4, 4], expected) {
                #expect(
                    abs(Double(value) - wanted) <= tolerance,
                    "\(comment), \(colour): \(found[index * 8 + 4, 4]) for \(expected)")
            }
        }
    }

    @Test(
        arguments: ["adobe", "p3", "prophoto"],
        ["png", "tif", "webp[lossless]", "jpg[Q=100]", "jp2"])
    func profilesAreConverted(name: String, file: String) throws {
        let profile =
            ["adobe": ProfileFixture.adobeRGB, "p3": .displayP3, "prophoto": .proPhoto][name]
            ?? .adobeRGB
        var fixture = VipsFixture(Self.patches)
        fixture.profile = profile.bytes
        let (read, found) = try folder.read(fixture.encoded(file))
        // JPEG 2000 as libvips writes it holds no profile.
        if file == "jp2" { return }
        check(found, by: profile, within: file.hasPrefix("jpg") ? 3 : 1.2, "\(name) \(file)")
        #expect(read.warnings.isEmpty)
        // The thumbnail made from the file has the same colours.
        if file.hasPrefix("jpg") {
            let small = Picture(try read.shrunk(to: PixelSize(width: 32, height: 4)))
            for (index, colour) in Self.colours.enumerated() {
                let expected = profile.sRGB(of: colour.map { Double($0) / 255 })
                for (value, wanted) in zip(small[index * 4 + 2, 2], expected) {
                    #expect(abs(Double(value) - wanted) <= 6)
                }
            }
        }
    }

    /// Sixteen bits through the colour engine, with alpha beside.
    @Test func wideSamplesWithAProfileKeepTheirAlpha() throws {
        let profile = ProfileFixture.proPhoto
        let png = PNGFixture(
            Self.patches.width, 8, depth: 16, colourType: 6,
            chunks: [("iCCP", Array("p\0\0".utf8) + PNGFixture.zlib(profile.bytes))]
        ) { x, y, c in c == 3 ? 0x8080 : Int(Self.patches[x, y][c]) * 257 }
        let found = try folder.read(png.data).picture
        #expect(found.format == .rgba)
        #expect(found.samples.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 0x80 })
        check(
            Picture(.rgb, found.width, found.height) { x, y, c in found[x, y][c] }, by: profile,
            within: 1.2, "16 bit")
    }

    /// Grey of another gamma, grey again: one channel.
    @Test(arguments: [1.0, 1.8, 2.2], [1, 2])
    func greyProfilesAreConverted(gamma: Double, channels: Int) throws {
        let picture = Picture(channels == 1 ? .grey : .greyAlpha, 256, 2) { x, _, c in
            c == 0 ? UInt8(x) : 77
        }
        var fixture = VipsFixture(picture)
        fixture.profile = ProfileFixture.grey(gamma: gamma)
        for file in ["png", "tif"] {
            let (read, found) = try folder.read(fixture.encoded(file))
            #expect(found.format == picture.format, "\(file)")
            for x in stride(from: 0, through: 255, by: 5) {
                let wanted = ProfileFixture.encoded(pow(Double(x) / 255, gamma)) * 255
                // A level of 8-bit linear light is many of sRGB's at black.
                #expect(abs(Double(found[x, 0][0]) - wanted) <= 1.5, "\(file) \(gamma), \(x)")
                if channels == 2 { #expect(found[x, 0][1] == 77) }
            }
            #expect(read.warnings.isEmpty)
        }
    }

    /// sRGB's primaries with a power of 2.2 are not sRGB: in the dark they differ.
    @Test func nearlySRGBIsConverted() throws {
        let near = ProfileFixture(
            red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06),
            white: ProfileFixture.d65, gamma: 2.2)
        let dark = Picture(.rgb, 16, 4) { _, _, _ in 10 }
        var fixture = VipsFixture(dark)
        fixture.profile = near.bytes
        let wanted = near.sRGB(of: [10 / 255, 10 / 255, 10 / 255])
        let found = try folder.read(fixture.encoded("png")).picture
        #expect(abs(Double(found[8, 2][0]) - wanted[0]) <= 1 && found != dark)
    }

    @Test(arguments: ["grey picture", "RGB picture", "cut off", "no profile", "no curves"])
    func profilesThatDoNotFitAreIgnoredWithOneWarning(kind: String) throws {
        let adobe = ProfileFixture.adobeRGB.bytes
        var picture = Self.patches
        let profile: [UInt8]
        switch kind {
        case "grey picture":
            picture = Picture(.grey, 64, 8) { x, _, _ in UInt8(x * 4) }
            profile = adobe
        case "RGB picture": profile = ProfileFixture.grey(gamma: 1.8)
        case "cut off": profile = Array(adobe.prefix(300))
        case "no profile": profile = Array("no profile at all, just text".utf8)
        default:
            profile = ProfileFixture.profile(space: "RGB ", tags: [])
        }
        var fixture = VipsFixture(picture)
        fixture.profile = profile
        // WebP holds no grey, and libvips writes it no nonsense.
        let isRGB = kind == "cut off" || kind == "no curves"
        for file in isRGB ? ["tif", "webp[lossless]"] : ["tif"] {
            let (read, found) = try folder.read(fixture.encoded(file))
            #expect(found == picture.like(found), "\(kind), \(file)")
            #expect(
                read.warnings.count == 1
                    && read.warnings[0].hasPrefix("the embedded colour profile was ignored"),
                "\(kind), \(file): \(read.warnings)")
        }
    }

    /// Inks without a profile: no ink is white, all is black, and hues are those of the inks.
    @Test(arguments: ["tif", "Adobe JPEG", "JPEG", "YCCK", "YCCK 4:2:0"])
    func inksWithoutAProfileBecomeColours(kind: String) throws {
        let inks: [[UInt8]] = [
            [0, 0, 0, 0], [0, 0, 0, 255], [255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 255, 0],
            [255, 255, 0, 0],
        ]
        let width = inks.count * 16
        func pixels(inverted: Bool) -> [UInt8] {
            (0..<16).flatMap { _ in
                (0..<width).flatMap { x in inks[x / 16].map { inverted ? 255 - $0 : $0 } }
            }
        }
        let data: Data
        switch kind {
        case "tif":
            data =
                TIFFFixture(width, 16, samples: 4, bits: 8, photometric: 5) { x, _, c in
                    Int(inks[x / 16][c])
                }.data
        case "Adobe JPEG":
            data = JPEGFixture(stored: .cmyk, given: .cmyk) { $0.adobe = 1 }
                .encoded(pixels(inverted: true), width, 16)
        case "JPEG":
            data = JPEGFixture(stored: .cmyk, given: .cmyk)
                .encoded(pixels(inverted: true), width, 16)
        default:
            data = JPEGFixture(stored: .ycck, given: .cmyk) {
                $0.adobe = 1
                if kind.hasSuffix("0") { ($0.h, $0.v) = (2, 2) }
            }.encoded(pixels(inverted: true), width, 16)
        }
        let (read, found) = try folder.read(data)
        #expect(found.format == .rgb)
        #expect(read.warnings.isEmpty)
        let patches = inks.indices.map { found[$0 * 16 + 8, 8].map(Int.init) }
        #expect(patches[0].allSatisfy { $0 >= 253 }, "no ink: \(patches[0])")
        #expect(patches[1].allSatisfy { $0 <= 60 }, "black: \(patches[1])")
        let (cyan, magenta, yellow, blue) = (patches[2], patches[3], patches[4], patches[5])
        #expect(cyan[0] < 90 && cyan[2] > 180, "\(cyan)")
        #expect(magenta[1] < 90 && magenta[0] > 180, "\(magenta)")
        #expect(yellow[2] < 90 && yellow[0] > 220 && yellow[1] > 200, "\(yellow)")
        #expect(blue[2] > blue[0] && blue[2] > blue[1], "\(blue)")
    }

    /// CIE Lab under D50. Expected values: the definition of Lab, sRGB's matrix and curve.
    @Test(arguments: [8, 16])
    func labBecomesColours(bits: Int) throws {
        let colours: [(l: Double, a: Double, b: Double)] = [
            (0, 0, 0), (100, 0, 0), (50, 0, 0), (60, 30, 20), (70, -40, 30), (40, 10, -40),
        ]
        let tiff = TIFFFixture(colours.count, 2, samples: 3, bits: bits, photometric: 8) {
            x, _, c in
            let colour = colours[x]
            let value = [colour.l * 2.55, colour.a, colour.b][c]
            let wide = bits == 16 ? (c == 0 ? value * 257 : value * 256) : value
            return Int(wide.rounded()) & (1 << bits - 1)
        }
        var file = tiff
        file.tags[TIFFFixture.bits] = [bits, bits, bits]
        let found = try folder.read(file.data).picture
        for (x, colour) in colours.enumerated() {
            let expected = Self.sRGB(l: colour.l, a: colour.a, b: colour.b)
            for (value, wanted) in zip(found[x, 1], expected) {
                #expect(
                    abs(Double(value) - wanted) <= (bits == 8 ? 3 : 1.5),
                    "\(colour): \(found[x, 1]) for \(expected)")
            }
        }
    }

    static func sRGB(l: Double, a: Double, b: Double) -> [Double] {
        let fy = (l + 16) / 116
        func part(_ f: Double) -> Double {
            f > 6.0 / 29 ? f * f * f : 3 * 36 / 841 * (f - 4.0 / 29)
        }
        let xyz = [0.9642 * part(fy + a / 500), part(fy), 0.8249 * part(fy - b / 200)]
        let matrix = [
            [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
            [0.0719453, -0.2289914, 1.4052427],
        ]
        return matrix.map { row in
            ProfileFixture.encoded(zip(row, xyz).map { $0 * $1 }.reduce(0, +)) * 255
        }
    }

    /// Colours that a PNG numbers, or whose power it gives.
    @Test func codedColoursOfPNGAreConverted() throws {
        func read(_ chunks: [(name: String, content: [UInt8])], type: Int = 2) throws -> Picture {
            try folder.read(
                PNGFixture(Self.patches.width, 8, colourType: type, chunks: chunks) { x, y, c in
                    Int(Self.patches[x, y][c])
                }.data
            ).picture
        }
        // Numbers 12 and 9 with gamma 2.2, number 4.
        let p3 = ProfileFixture.displayP3
        check(try read([("cICP", [12, 4, 0, 1])]), by: p3, within: 1.2, "P3")
        let bt2020 = ProfileFixture(
            red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046),
            white: ProfileFixture.d65, gamma: 2.2)
        check(try read([("cICP", [9, 4, 0, 1])]), by: bt2020, within: 1.2, "BT.2020")
        #expect(try read([("cICP", [1, 13, 0, 1])]) == Self.patches)
        let linear = ProfileFixture(
            red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06),
            white: ProfileFixture.d65, gamma: 1.0)
        check(try read([("gAMA", Bytes.big(100_000, size: 4))]), by: linear, within: 1.2, "gAMA")
        #expect(try read([("gAMA", Bytes.big(45455, size: 4))]) == Self.patches)
        #expect(try read([("sRGB", [0]), ("gAMA", Bytes.big(100_000, size: 4))]) == Self.patches)
        let grey = try read([("gAMA", Bytes.big(100_000, size: 4))], type: 0)
        #expect(grey.format == .grey)
        #expect(grey[20, 2] == [188], "128 of linear light")
        for (transfer, name) in [(UInt8(16), "PQ"), (18, "HLG")] {
            #expect { _ = try read([("cICP", [9, transfer, 0, 1])]) } throws: {
                "\($0)" == "pixels not supported: high dynamic range (\(name))"
            }
        }
    }

    /// An AVIF that numbers its colours: the numbers that libvips wrote, replaced.
    @Test func codedColoursOfAVIFAreConverted() throws {
        let data = try VipsFixture(Self.patches).encoded("avif[Q=100,subsample-mode=off]")
        let nclx = try #require(data.firstRange(of: Data("colrnclx".utf8)))
        let plain = try folder.read(data).picture
        var p3 = data
        p3.replaceSubrange(nclx.upperBound..<nclx.upperBound + 4, with: [0, 12, 0, 4])
        check(try folder.read(p3).picture, by: .displayP3, within: 5, "AVIF, P3")
        #expect(plain.distance(to: Self.patches) < 2)
        var hdr = data
        hdr.replaceSubrange(nclx.upperBound..<nclx.upperBound + 4, with: [0, 9, 0, 16])
        #expect { _ = try folder.read(hdr) } throws: {
            "\($0)" == "pixels not supported: high dynamic range (PQ)"
        }
    }

    @Test func greyStaysOneChannel() throws {
        let grey = Picture.smooth(.grey, 40, 30)
        for file in ["png", "tif", "jpg[Q=100]", "jp2[lossless]", "pgm"] {
            let found = try folder.read(VipsFixture(grey).encoded(file)).picture
            #expect(found.format == .grey, "\(file)")
            #expect(found.distance(to: grey) < 1, "\(file)")
        }
    }
}
