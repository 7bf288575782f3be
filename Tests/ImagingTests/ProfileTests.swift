import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing

/// Profiles of every kind, over the whole range of samples, and broken ones.
@Suite struct ProfileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Numbers that are the same in every run, from 0 to 1.
    private struct Noise {
        var state: UInt64

        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(UInt32.max >> 1)
        }
    }

    /// Half of the colours are dark: there a level of sRGB is least light.
    @Test(arguments: ["adobe", "p3", "prophoto"], [8, 16])
    func everyColourIsTheNearest(name: String, bits: Int) throws {
        let defined =
            ["adobe": ProfileFixture.adobeRGB, "p3": .displayP3, "prophoto": .proPhoto][name]
            ?? .adobeRGB
        // The profile holds its power in 256ths.
        let profile = ProfileFixture(
            red: defined.red, green: defined.green, blue: defined.blue, white: defined.white,
            gamma: (defined.gamma * 256).rounded() / 256)
        let top = Double(1 << bits - 1)
        let side = 48
        var noise = Noise(state: 5)
        let samples = (0..<3 * side * side).map { index in
            let value = noise.next()
            return Int((index / 3 % 2 == 0 ? value : value * value * value) * top)
        }
        var tiff = TIFFFixture(side, side, samples: 3, bits: bits, photometric: 2) { x, y, c in
            samples[(y * side + x) * 3 + c]
        }
        tiff.profile = profile.bytes
        let (read, found) = try folder.read(tiff.data)
        #expect(read.warnings.isEmpty)
        var worst = 0.0
        for pixel in 0..<side * side {
            let wanted = profile.sRGB(
                of: samples[3 * pixel..<3 * pixel + 3].map { Double($0) / top })
            for (value, wanted) in zip(found[pixel % side, pixel / side], wanted) {
                worst = max(worst, abs(Double(value) - wanted))
            }
        }
        // Half a level is the rounding. A profile has its primaries to half of 1/65536, which for
        // colours at the edge of sRGB's gamut comes to 0.4 levels in the dark.
        #expect(worst < 1)
    }

    /// Colours by tables and curves take next to nothing; those that are worked out one by one are
    /// remembered, and that is memory.
    @Test func rememberedColoursAreCounted() throws {
        let inks = JPEGFixture(stored: .cmyk, given: .cmyk)
            .encoded(Array(repeating: 90, count: 4 * 16 * 16), 16, 16)
        #expect(try folder.read(inks).file.readingMemory >= 16 << 20)
        var wide = VipsFixture(Picture.smooth(.rgb, 16, 16))
        wide.profile = ProfileFixture.adobeRGB.bytes
        #expect(try folder.read(wide.encoded("tif")).file.readingMemory < 1 << 20)
    }

    @Test(arguments: [1.0, 1.8, 2.2], [8, 16])
    func everyGreyIsTheNearest(gamma: Double, bits: Int) throws {
        let top = 1 << bits - 1
        var tiff = TIFFFixture(256, 256, samples: 1, bits: bits, photometric: 1) { x, y, _ in
            bits == 8 ? x : y * 256 + x
        }
        tiff.profile = ProfileFixture.grey(gamma: gamma)
        let found = try folder.read(tiff.data).picture
        #expect(found.format == .grey)
        var worst = 0.0
        for y in 0..<256 {
            for x in 0..<256 {
                let value = Double(bits == 8 ? x : y * 256 + x) / Double(top)
                let exact = pow(value, (gamma * 256).rounded() / 256)
                let wanted = ProfileFixture.encoded(exact) * 255
                worst = max(worst, abs(Double(found[x, y][0]) - wanted))
            }
        }
        #expect(worst < 0.6)
    }

    /// Each ink from none to all on its own and beside another, in no order and again and again, so
    /// that colours that are remembered meet others.
    @Test(arguments: [8, 16])
    func inksGoByTheTableInTheProfile(bits: Int) throws {
        func overprint(_ inks: [Bool]) -> [UInt8] {
            let amount = inks.map { $0 ? 1 : 0 }
            if amount == [1, 1, 1, 1] { return [0, 128, 128] }
            let colour = amount[0] + amount[1] + amount[2]
            return [
                UInt8(255 - 45 * colour - 110 * amount[3]),
                UInt8(128 + 30 * amount[1] - 25 * amount[0]),
                UInt8(128 + 40 * amount[2] - 20 * amount[0]),
            ]
        }
        let side = 128
        let top = 1 << bits - 1
        var noise = Noise(state: 9)
        let pixels: [(ink: Int, value: Int)] = (0..<side * side).map { _ in
            (ink: Int(noise.next() * 3.999), value: Int(noise.next() * Double(top)))
        }
        var tiff = TIFFFixture(side, side, samples: 4, bits: bits, photometric: 5) { x, y, c in
            let pixel = pixels[y * side + x]
            return pixel.ink == c ? pixel.value : 0
        }
        tiff.profile = ProfileFixture.inks(overprint)
        let (read, found) = try folder.read(tiff.data)
        #expect(read.warnings.isEmpty)
        #expect(found.format == .rgb)
        let paper = overprint([false, false, false, false]).map(Double.init)
        var worst = 0.0
        for (place, pixel) in pixels.enumerated() {
            let ink = overprint((0..<4).map { $0 == pixel.ink }).map(Double.init)
            let part = Double(pixel.value) / Double(top)
            let lab = zip(paper, ink).map { $0 + part * ($1 - $0) }
            let wanted = ColourTests.sRGB(l: lab[0] / 2.55, a: lab[1] - 128, b: lab[2] - 128)
            for (value, wanted) in zip(found[place % side, place / side], wanted) {
                worst = max(worst, abs(Double(value) - wanted))
            }
        }
        #expect(worst < 0.75)
    }

    /// Whatever a profile says, the picture is read: by it, or with a warning that it was ignored.
    @Test(arguments: ["matrix", "grey", "inks"], 0..<20)
    func aDamagedProfileIsUsedOrIgnored(kind: String, round: Int) throws {
        let (samples, photometric, good) =
            switch kind {
            case "matrix": (3, 2, ProfileFixture.proPhoto.bytes)
            case "grey": (1, 1, ProfileFixture.grey(gamma: 1.8))
            default: (4, 5, ProfileFixture.inks { $0.map { $0 ? 0 : 255 }.dropLast() })
            }
        var noise = Noise(state: UInt64(round))
        for bits in [8, 16] {
            var tiff = TIFFFixture(16, 4, samples: samples, bits: bits, photometric: photometric) {
                x, y, c in (x * 16 + y + c * 5) << (bits - 8)
            }
            var profile = good
            for _ in 0...round / 4 {
                profile[Int(noise.next() * Double(profile.count - 1))] = UInt8(noise.next() * 255)
            }
            tiff.profile = profile
            let (read, found) = try folder.read(tiff.data)
            #expect(found.width == 16 && found.height == 4)
            #expect(
                read.warnings.allSatisfy { $0.hasPrefix("the embedded colour profile was ignored") }
            )
        }
    }
}
