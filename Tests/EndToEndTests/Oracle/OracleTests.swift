import CFixtures
import Foundation
import PixelFixtures
import Testing

/// Files of every kind, cut by the program, against the oracle.
@Suite struct OracleTests {
    /// Grain and edges and, where there is alpha, all of its values.
    private static func picture(_ channels: Int) -> Picture {
        Picture([1: .grey, 2: .greyAlpha, 3: .rgb, 4: .rgba][channels] ?? .rgb, 227, 165) {
            x, y, c in
            if (channels == 4 && c == 3) || (channels == 2 && c == 1) {
                return UInt8(max(0, min(255, 400 - abs(x - 110) * 5)))
            }
            let grain = ((x &* 7919) ^ (y &* 104_729)) % 5 - 2
            let base = (x / 37 + y / 29) % 2 == 0 ? [140, 110, 100][c] : [120, 110, 115][c]
            return UInt8(base + grain + x / 6)
        }
    }

    struct Source: Sendable, CustomTestStringConvertible {
        let name: String
        let channels: Int
        /// The file's bytes, of a picture.
        let encoded: @Sendable (Picture) throws -> Data
        /// How far the whole picture may be off in PNG: other roundings, other colour engines.
        var within: Float = 0
        var testDescription: String { name }

        init(
            _ name: String, channels: Int = 3, within: Float = 0,
            _ encoded: @escaping @Sendable (Picture) throws -> Data
        ) {
            self.name = name
            self.channels = channels
            self.within = within
            self.encoded = encoded
        }

        /// As libvips writes it.
        init(_ how: String, channels: Int = 3, within: Float = 0) {
            self.init("\(how), \(channels) channels", channels: channels, within: within) {
                try VipsFixture($0).encoded(how)
            }
        }
    }

    static let sources: [Source] = [
        Source("png"), Source("png", channels: 1), Source("png", channels: 2),
        Source("png", channels: 4), Source("png[interlace]", channels: 4), Source("tif"),
        Source("tif[tile,compression=deflate]", channels: 4), Source("tif[bigtiff]", channels: 1),
        Source("tif[compression=jpeg]"), Source("tif[pyramid,tile]"), Source("webp[lossless]"),
        Source("webp", channels: 4), Source("ppm"), Source("gif"), Source("gif", channels: 4),
        Source("jp2[lossless]"), Source("jxl"), Source("avif"), Source("heic"),
        Source("jpg[Q=75]"), Source("jpg[Q=95]"), Source("jpg[Q=90]", channels: 1),
        Source("jpg[Q=80,interlace]"),
        Source("turned", within: 1) {
            var fixture = VipsFixture($0.stored(orientation: 6))
            fixture.orientation = 6
            return try fixture.encoded("tif")
        },
        Source("mirrored JPEG") {
            try VipsFixture($0).encoded("jpg[Q=90]").withEXIF(orientation: 2)
        },
        Source("Adobe RGB", within: 1) {
            var fixture = VipsFixture($0)
            fixture.profile = ProfileFixture.adobeRGB.bytes
            return try fixture.encoded("png")
        },
        Source("16 bit", within: 1) { picture in
            PNGFixture(picture.width, picture.height, depth: 16) { x, y, c in
                Int(picture[x, y][c]) * 256 + x
            }.data
        },
        Source("YCCK", within: 1) { picture in
            let inks = (0..<picture.width * picture.height).flatMap {
                picture.samples[3 * $0..<3 * $0 + 3] + [230]
            }
            return JPEGFixture(stored: .ycck, given: .cmyk) { $0.adobe = 1 }
                .encoded(inks, picture.width, picture.height)
        },
    ]

    private static let settings = [
        ("jpg", "extension: jpg, quality: 80, density: 2"),
        ("png", "extension: png, density: full"),
        ("png", "extension: png, density: 1"),
    ]

    @Test(arguments: sources)
    func everyLevelShowsTheSource(_ source: Source) throws {
        let workspace = try Workspace()
        try workspace.write(source.encoded(Self.picture(source.channels)), to: "source")
        for (index, (ext, setting)) in Self.settings.enumerated() {
            let found = try cut(workspace, "source", "image\(index)", setting)
            for difference in found {
                let comment = "\(source.name), \(setting): \(difference)"
                if ext == "jpg" {
                    #expect(difference.mean <= 3, "\(comment)")
                } else {
                    // Each halving rounds once more.
                    let halvings = Float((1 / difference.scale).exponent)
                    #expect(difference.largest <= source.within + halvings, "\(comment)")
                }
            }
        }
    }

    /// Light is what is averaged, in PNG to a rounding.
    @Test func linearLightIsAveraged() throws {
        let workspace = try Workspace()
        try workspace.write(VipsFixture(Self.picture(3)).encoded("png"), to: "source")
        let found = try cut(
            workspace, "source", "image", "extension: png, density: 1, linearLight: true",
            linearLight: true)
        for difference in found { #expect(difference.largest <= 1.5, "\(difference)") }
    }

    /// The samples, and the files of a folder of the developer's: `ORACLE_PHOTOGRAPHS=FOLDER`.
    @Test func photographsAreShown() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../manifests/samples")
        var folders = [root]
        if let more = ProcessInfo.processInfo.environment["ORACLE_PHOTOGRAPHS"] {
            folders.append(URL(filePath: more))
        }
        let workspace = try Workspace()
        var report = ""
        for folder in folders {
            let path = folder.path(percentEncoded: false)
            for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
                try workspace.write(Data(contentsOf: folder.appending(path: file)), to: file)
                for ext in ["jpg", "png"] {
                    let found = try cut(
                        workspace, file, "image", "extension: \(ext), quality: 80, density: 2")
                    for difference in found {
                        report += "\(file), \(ext): \(difference)\n"
                        #expect(
                            difference.mean <= (ext == "jpg" ? 3 : 0.5), "\(file) \(difference)")
                        if ext == "png" && difference.scale == 1 {
                            #expect(difference.largest == 0, "\(file) \(difference)")
                        }
                    }
                }
            }
        }
        FileHandle.standardOutput.write(Data(report.utf8))
    }

    private func cut(
        _ workspace: Workspace, _ source: String, _ name: String, _ settings: String,
        linearLight: Bool = false
    ) throws -> [Oracle.Difference] {
        try workspace.writeManifest(
            "{ source: \(source), name: \(name), tileSizes: [256, 128, 64], \(settings) }")
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        try #require(run.status == 0, "\(run.err)")
        return try Oracle(
            workspace.url("out/\(name)"), source: workspace.url(source), linearLight: linearLight
        ).differences()
    }
}
