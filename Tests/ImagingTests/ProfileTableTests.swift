import CLittleCMS
import Foundation
import Imaging
import PixelFixtures
import Testing

/// Profiles with tables, of each kind and for each intent, and profiles that define no colours.
@Suite struct ProfileTableTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let side = 32

    /// A picture whose samples are all over their range.
    private static func samples(_ channels: Int, bits: Int) -> [[Int]] {
        var state: UInt64 = 7
        let top = 1 << bits - 1
        return (0..<side * side).map { pixel in
            if channels == 1 { return [pixel * top / (side * side - 1)] }
            return (0..<channels).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let value = Int(state >> 40) % (top + 1)
                return pixel % 2 == 0 ? value : value * value / top
            }
        }
    }

    private static func tiff(_ samples: [[Int]], bits: Int, profile: [UInt8]) -> Data {
        let channels = samples[0].count
        var tiff = TIFFFixture(
            side, side, samples: channels, bits: bits,
            photometric: [1: 1, 3: 2, 4: 5][channels, default: 2]
        ) { x, y, c in samples[y * side + x][c] }
        tiff.profile = profile
        return tiff.data
    }

    /// The largest distance from what LittleCMS makes of the colours by an intent.
    private func distance(of profile: TableProfile, intent: Int, bits: Int) throws -> Double {
        let bytes = profile.bytes
        let samples = Self.samples(profile.channels, bits: bits)
        let (read, found) = try folder.read(Self.tiff(samples, bits: bits, profile: bytes))
        #expect(read.warnings.isEmpty)
        #expect(found.channels == (profile.channels == 1 && profile.tint == 0 ? 1 : 3))
        let top = Double(1 << bits - 1)
        let exact = ExactColours.sRGB(
            of: samples.map { $0.map { Double($0) / top } }, profile: bytes, intent: intent)
        #expect(exact.count == samples.count)
        var worst = 0.0
        for (place, exact) in exact.enumerated() {
            let pixel = found[place % Self.side, place / Self.side]
            for channel in 0..<3 {
                let value = Double(pixel[min(channel, pixel.count - 1)])
                worst = max(worst, abs(value - exact[channel]))
            }
        }
        return worst
    }

    /// Each table makes other colours, so that one that is taken for another shows.
    @Test(arguments: TableProfile.Kind.allCases, [8, 16])
    func theIntentIsOneThatTheProfileHas(kind: TableProfile.Kind, bits: Int) throws {
        let lightness = [1, 0.9, 0.8]
        let letter = kind == .float ? "D" : "A"
        for (present, intent) in [
            ([0], 0), ([1], 1), ([2], 2), ([0, 1], 1), ([0, 2], 0), ([1, 2], 1), ([0, 1, 2], 1),
        ] {
            for channels in [1, 3, 4] {
                for isLab in [false, true] {
                    var profile = TableProfile(
                        present.map { ("\(letter)2B\($0)", lightness[$0]) })
                    profile.kind = kind
                    profile.channels = channels
                    profile.isLab = isLab
                    profile.deviceClass = channels == 4 ? cmsSigOutputClass : cmsSigInputClass
                    // Version 2 has no tables of 8 bit to XYZ.
                    if kind == .bytes && !isLab { continue }
                    let distance = try distance(of: profile, intent: intent, bits: bits)
                    #expect(distance < 1, "\(present), \(channels) samples, Lab: \(isLab)")
                }
            }
        }
    }

    /// A matrix goes before a table for saturation, and behind the others.
    @Test(arguments: [("A2B0", 0), ("A2B1", 1), ("A2B2", 1)])
    func aMatrixIsForWhatHasNoTable(table: String, intent: Int) throws {
        var profile = TableProfile([(table, 0.9)])
        profile.hasMatrix = true
        profile.deviceClass = cmsSigDisplayClass
        for bits in [8, 16] {
            #expect(try distance(of: profile, intent: intent, bits: bits) < 1, "\(bits) bit")
        }
    }

    @Test(arguments: [
        cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass,
    ])
    func classesThatDefineColoursAreUsed(deviceClass: cmsProfileClassSignature) throws {
        var profile = TableProfile([("A2B0", 1)])
        profile.deviceClass = deviceClass
        #expect(try distance(of: profile, intent: 0, bits: 8) < 1)
    }

    @Test func greyThatAProfileTintsIsColour() throws {
        var profile = TableProfile([("A2B0", 1)])
        profile.channels = 1
        profile.tint = 30
        for bits in [8, 16] { #expect(try distance(of: profile, intent: 0, bits: bits) < 1) }
    }

    /// Three or four inks without names are as good as RGB's and the press's.
    @Test func inksByNumberAreUsed() throws {
        for (channels, space) in [(3, cmsSig3colorData), (4, cmsSig4colorData)] {
            var profile = TableProfile([("A2B0", 1)])
            profile.channels = channels
            profile.space = space
            profile.deviceClass = cmsSigOutputClass
            #expect(try distance(of: profile, intent: 0, bits: 8) < 1, "\(channels)")
        }
        var profile = TableProfile([("A2B0", 1)])
        profile.space = cmsSig6colorData
        var tiff = TIFFFixture(4, 4, samples: 6, bits: 8, photometric: 5) { x, y, c in x + y + c }
        tiff.profile = profile.bytes
        #expect { _ = try folder.read(tiff.data) } throws: {
            "\($0)" == "pixels not supported: 6 inks"
        }
    }

    @Test(arguments: [
        (cmsSigLinkClass, "it is a link of two devices"),
        (cmsSigAbstractClass, "it is an abstract one, which changes colours"),
        (cmsSigNamedColorClass, "it is a list of named colours"),
    ])
    func profilesThatDefineNoColoursAreIgnoredByName(
        deviceClass: cmsProfileClassSignature, cause: String
    ) throws {
        var profile = TableProfile([("A2B0", 1)])
        profile.deviceClass = deviceClass
        try expectIgnored(profile.bytes, cause)
    }

    /// The fields of a header (ICC.1:2022, 7.2), and what becomes of a profile in which they lie.
    @Test(arguments: [
        (8, [5, 0], "it is of ICC version 5 (iccMAX)"),
        (8, [5, 0x10], "it is of ICC version 5 (iccMAX)"),
        (0, [0, 0, 0, 140], "it is broken"), (20, Array("RGB ".utf8), "it is broken"),
        (16, Array("Lab ".utf8), "it does not fit the pixels"), (36, [0], "it is broken"),
    ])
    func headersThatLieAreIgnored(place: Int, bytes: [UInt8], cause: String) throws {
        var profile = ProfileFixture.adobeRGB.bytes
        profile.replaceSubrange(place..<place + bytes.count, with: bytes)
        try expectIgnored(profile, cause)
    }

    /// Colours with alpha are as many samples as inks, and stay colours.
    @Test func aPressProfileMakesNoInksOfColours() throws {
        var profile = TableProfile([("A2B0", 1)])
        profile.channels = 4
        let picture = Picture(.rgba, 20, 10) { x, y, c in
            c == 3 ? UInt8(55 + 10 * x) : UInt8(x * 12 + y * (c + 1))
        }
        var fixture = VipsFixture(picture)
        fixture.profile = profile.bytes
        for file in ["tif", "webp[lossless]"] {
            let (read, found) = try folder.read(fixture.encoded(file))
            #expect(found == picture, "\(file)")
            #expect(read.warnings == [Self.ignored + "it does not fit the pixels"], "\(file)")
        }
    }

    /// A header whose size is beyond the end, and bytes behind the profile.
    @Test func sizesThatDoNoHarmAreBorne() throws {
        let good = ProfileFixture.adobeRGB.bytes
        var long = good
        long.replaceSubrange(0..<4, with: [0, 1, 0, 0])
        let samples = Self.samples(3, bits: 8)
        let wanted = try folder.read(Self.tiff(samples, bits: 8, profile: good)).picture
        for profile in [long, good + Array("behind it".utf8)] {
            let (read, found) = try folder.read(Self.tiff(samples, bits: 8, profile: profile))
            #expect(read.warnings.isEmpty)
            #expect(found == wanted)
        }
    }

    /// A green that is a trifle off, to both sides of a level: converted or not, no sample is more than a
    /// level from what it should be.
    @Test(arguments: [0.0, 0.0002, 0.0008, 0.003], [8, 16])
    func whatIsNearlySRGBIsNearlyExact(off: Double, bits: Int) throws {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        var primaries = cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1),
            Green: cmsCIExyY(x: 0.30 + off, y: 0.60 + off, Y: 1),
            Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
        let curve = cmsBuildParametricToneCurve(
            nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
        defer { cmsFreeToneCurve(curve) }
        let profile = try #require(
            cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve]))
        defer { cmsCloseProfile(profile) }
        var size: cmsUInt32Number = 0
        cmsSaveProfileToMem(profile, nil, &size)
        var bytes = [UInt8](repeating: 0, count: Int(size))
        cmsSaveProfileToMem(profile, &bytes, &size)
        let top = 1 << bits - 1
        let samples = (0..<Self.side * Self.side).map { pixel in
            (0..<3).map { (pixel >> (3 * $0)) % 8 * top / 7 }
        }
        let found = try folder.read(Self.tiff(samples, bits: bits, profile: bytes)).picture
        let exact = ExactColours.sRGB(
            of: samples.map { $0.map { Double($0) / Double(top) } }, profile: bytes, intent: 1)
        for (value, exact) in zip(found.samples, exact.joined()) {
            #expect(abs(Double(value) - exact.rounded()) <= 1)
        }
        if off == 0 && bits == 8 {
            #expect(found.samples == samples.joined().map { UInt8($0) })
        }
    }

    private static let ignored = "the embedded colour profile was ignored: "

    private func expectIgnored(_ profile: [UInt8], _ cause: String) throws {
        let samples = Self.samples(3, bits: 8)
        let (read, found) = try folder.read(Self.tiff(samples, bits: 8, profile: profile))
        #expect(read.warnings == [Self.ignored + cause])
        #expect(found.samples == samples.joined().map { UInt8($0) })
    }
}
