import Foundation
import PixelFixtures
import Testing

/// Which of a PNG's chunks says what its colours are (PNG, third edition, 4.3 and 13.16).
@Suite struct PNGColourTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    typealias Chunk = (name: String, content: [UInt8])

    private static let sRGB: Chunk = ("sRGB", [0])
    private static let adobe = ProfileFixture.adobeRGB
    private static let proPhoto = ProfileFixture.proPhoto
    private static let profile: Chunk = (
        "iCCP", Array("p\0\0".utf8) + PNGFixture.zlib(proPhoto.bytes)
    )
    /// sRGB's curve under the primaries of P3.
    private static let numbersOfP3: Chunk = ("cICP", [12, 13, 0, 1])

    private static func gamma(_ value: Int) -> Chunk { ("gAMA", Bytes.big(value, size: 4)) }

    private static func chromaticities(_ profile: ProfileFixture) -> Chunk {
        let places = [profile.white, profile.red, profile.green, profile.blue]
        return (
            "cHRM",
            places.flatMap { place in
                [place.x, place.y].flatMap { Bytes.big(Int(($0 * 100_000).rounded()), size: 4) }
            }
        )
    }

    private func read(_ chunks: [Chunk], _ change: (inout Data) -> Void = { _ in }) throws -> (
        colours: [[UInt8]], warnings: [String]
    ) {
        let colours = ColourTests.colours
        var data = PNGFixture(colours.count, 1, chunks: chunks) { x, _, c in Int(colours[x][c]) }
            .data
        change(&data)
        let (file, found) = try folder.read(data)
        return (colours.indices.map { found[$0, 0] }, file.warnings)
    }

    private func expect(
        _ chunks: [Chunk], _ profile: ProfileFixture?, warnings: [String] = []
    ) throws {
        let found = try read(chunks)
        #expect(found.warnings == warnings)
        for (colour, found) in zip(ColourTests.colours, found.colours) {
            let wanted =
                profile?.sRGB(of: colour.map { Double($0) / 255 }) ?? colour.map(Double.init)
            for (value, wanted) in zip(found, wanted) {
                #expect(abs(Double(value) - wanted) < 1, "\(chunks.map(\.name)), \(colour)")
            }
        }
    }

    @Test func primariesAndPowerAreHonouredTogether() throws {
        try expect([Self.chromaticities(Self.adobe), Self.gamma(45471)], Self.adobe)
        try expect([Self.gamma(45471), Self.chromaticities(Self.adobe)], Self.adobe)
        try expect([Self.chromaticities(Self.proPhoto), Self.gamma(55556)], Self.proPhoto)
    }

    /// sRGB's primaries, and its power as files write it, are sRGB.
    @Test func sRGBInNumbersChangesNothing() throws {
        let sRGB = ProfileFixture(
            red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06),
            white: ProfileFixture.d65, gamma: 1)
        #expect(
            try read([Self.chromaticities(sRGB), Self.gamma(45455)]).colours == ColourTests.colours)
        try expect([Self.chromaticities(sRGB), Self.gamma(100_000)], sRGB)
    }

    /// Without a power, values are sRGB's of other primaries.
    @Test func primariesAloneHaveSRGBsCurve() throws {
        let found = try read([Self.chromaticities(.displayP3)])
        #expect(found.colours == (try read([Self.numbersOfP3])).colours)
        #expect(found.colours != ColourTests.colours)
    }

    @Test func eachGoesBeforeTheNext() throws {
        let rest = [Self.gamma(55556), Self.chromaticities(Self.adobe)]
        let p3 = try read([Self.numbersOfP3]).colours
        #expect(p3 != ColourTests.colours)
        for chunks in [[Self.numbersOfP3, Self.profile], [Self.profile, Self.numbersOfP3]] {
            #expect(try read(chunks + rest).colours == p3)
        }
        #expect(try read([("cICP", [1, 13, 0, 1]), Self.profile]).colours == ColourTests.colours)
        try expect([Self.profile] + rest, Self.proPhoto)
        // They should not stand together; libpng heeds the one that comes first.
        try expect([Self.sRGB, Self.profile], Self.proPhoto)
        try expect([Self.profile, Self.sRGB], Self.proPhoto)
        #expect(
            try read([Self.sRGB, ("iCCP", [0x70, 0, 0, 1])] + rest).colours == ColourTests.colours)
        // Numbers that say nothing leave it to the profile.
        try expect([("cICP", [2, 2, 0, 1]), Self.profile], Self.proPhoto)
    }

    @Test(arguments: [false, true])
    func sRGBGoesBeforeNumbersThatSayOtherwise(isFirst: Bool) throws {
        let rest = [Self.gamma(100_000), Self.chromaticities(Self.adobe)]
        try expect(
            isFirst ? [Self.sRGB] + rest : rest + [Self.sRGB], nil,
            warnings: ["gAMA", "cHRM"].map { "\($0) was ignored: sRGB is there and says otherwise" }
        )
    }

    @Test func theFirstOfANameCounts() throws {
        try expect(
            [Self.chromaticities(Self.adobe), Self.gamma(45471), Self.gamma(100_000)], Self.adobe)
    }

    @Test(arguments: [
        [0, 0, 0, 0, 0, 0, 0, 0], [31270, 32900, 31270, 32900, 31270, 32900, 31270, 32900],
        [31270, 32900, 10000, 10000, 20000, 20000, 30000, 30000],
        [70000, 20000, 64000, 33000, 30000, 60000, 15000, 6000],
        [31270, 32900, 64000, 33000, 30000, 60000, 15000, 0],
        [31270, 32900, 4_294_967_295, 33000, 30000, 60000, 15000, 6000],
    ])
    func primariesThatMakeNoColoursAreIgnored(numbers: [Int]) throws {
        let chunk: Chunk = ("cHRM", numbers.flatMap { Bytes.big($0, size: 4) })
        try expect(
            [chunk, Self.gamma(45455)], nil,
            warnings: ["cHRM was ignored: its primaries are no triangle around white"])
    }

    @Test(arguments: [
        ("gAMA", Bytes.big(0, size: 4), "its value is none"),
        ("gAMA", Bytes.big(2_000_000_000, size: 4), "its value is none"),
        ("gAMA", [1], "its value is none"), ("cHRM", [0, 0, 0, 1], "its length is wrong"),
        ("cICP", [9], "it has no values of RGB"),
        ("cICP", [9, 8, 1, 1], "it has no values of RGB"),
    ])
    func chunksOfNonsenseAreIgnored(name: String, content: [UInt8], cause: String) throws {
        try expect([(name, content)], nil, warnings: ["\(name) was ignored: \(cause)"])
    }

    @Test func aChunkWithAWrongChecksumIsIgnored() throws {
        let found = try read([Self.gamma(100_000)]) { data in
            // Behind the signature, IHDR, and the chunk's length, name and content.
            data[8 + 25 + 12] ^= 1
        }
        #expect(found.colours == ColourTests.colours)
        #expect(found.warnings == ["gAMA was ignored: its checksum is wrong"])
    }

    @Test func limitedRangeIsRefusedByName() throws {
        #expect { _ = try read([("cICP", [1, 13, 0, 0])]) } throws: {
            "\($0)" == "pixels not supported: PNG of limited range"
        }
    }

    @Test func greyAndPalettesHaveThemToo() throws {
        let chunks = [Self.chromaticities(Self.adobe), Self.gamma(100_000)]
        let grey = try folder.read(
            PNGFixture(256, 1, colourType: 0, chunks: chunks) { x, _, _ in x }.data
        ).picture
        #expect(grey.format == .grey)
        for x in 0..<256 {
            let wanted = ProfileFixture.encoded(Double(x) / 255) * 255
            #expect(abs(Double(grey[x, 0][0]) - wanted) <= 0.51)
        }
        let colours = ColourTests.colours
        let palette = try folder.read(
            PNGFixture(
                colours.count, 1, colourType: 3,
                chunks: chunks + [("PLTE", Array(colours.joined()))]
            ) { x, _, _ in x }.data
        ).picture
        #expect(colours.indices.map { palette[$0, 0] } == (try read(chunks)).colours)
        // Behind the palette they are too late.
        let late = try folder.read(
            PNGFixture(
                colours.count, 1, colourType: 3,
                chunks: [("PLTE", Array(colours.joined()))] + chunks
            ) { x, _, _ in x }.data
        ).picture
        #expect(colours.indices.map { late[$0, 0] } == colours)
    }
}
