import Manifests
import Testing
import TilePyramid

/// What a manifest comes to when nothing is wrong with it.
@Suite struct AcceptedManifestsTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// The jobs of `text`, of which nothing is said.
    func jobs(_ text: String, name: String = "images.yaml", output: String? = nil) throws -> [Job] {
        let set = try folder.read(text, as: name, output: output)
        #expect(set.diagnostics.map(\.description) == [])
        #expect(set.unmatched == [])
        return set.jobs
    }

    /// Layouts and jobs have no `==`, but what is printed of them is all that they hold.
    func expectSame(
        _ job: Job, _ other: Job, location: SourceLocation = #_sourceLocation
    ) {
        #expect("\(job)" == "\(other)", sourceLocation: location)
    }

    @Test func nothingButASourceTakesAllDefaults() throws {
        let job = try #require(
            try jobs("version: 1\noutput: ../out\nimages:\n  - source: photos/bench.jpg\n").first)
        let jpeg = Encoding(
            format: .jpeg, fileExtension: "jpg", quality: 80, lossless: false, compression: 6)
        expectSame(
            job,
            Job(
                name: "bench",
                source: SourceFile(
                    path: folder.path + "/photos/bench.jpg", manifestPath: "photos/bench.jpg"),
                origin: ManifestOrigin(file: folder.path + "/images.yaml", line: 4),
                output: folder.path + "/../out",
                layouts: [
                    TiledLayout(
                        tileSizes: [512, 256, 128], minTileLevel: 1, maxTileLevel: 3,
                        density: .two)
                ],
                tiles: jpeg,
                thumbnails: [
                    ThumbnailSpec(
                        name: "thumbnail", box: PixelSize(width: 256, height: 256),
                        encoding: jpeg)
                ],
                background: .white, linearLight: false, maxZoomLevel: 2, page: 0,
                maxPixels: 1_000_000_000, maxTiles: 10_000_000, sha256: nil, onDamage: .fail,
                attribution: nil))
    }

    @Test func theDocumentedManifestIsRead() throws {
        try folder.write("manifests/photos/scans/b.tif")
        try folder.write("manifests/photos/scans/a.tif")
        let text = """
            version: 1
            output: ../build/tiles          # relative to this file
            defaults:                       # any image key but source and name
              tileSizes: [512, 256, 128]
              extension: jpg
              quality: 80
              thumbnail: { size: 512 }
              maxZoomLevel: 8
            images:
              - source: photos/bench.jpg    # relative to this file
              - source: photos/scans/*.tif  # a glob: one image a match, in byte order
                tileSizes: [1024, 512, 256]
                density: full
              - source: photos/lobby.png
                name: lobby-west
                extension: png
            """
        let jobs = try jobs(text, name: "manifests/europe.yaml")
        #expect(jobs.map(\.name) == ["bench", "a", "b", "lobby-west"])
        #expect(jobs.map(\.origin.line) == [10, 11, 11, 14])
        #expect(jobs.map(\.tiles.format) == [.jpeg, .jpeg, .jpeg, .png])
        #expect(jobs.map(\.tiled.density) == [.two, .full, .full, .two])
        #expect(jobs.allSatisfy { $0.maxZoomLevel == 8 && $0.thumbnails[0].box.width == 512 })
        #expect(jobs[0].source.path == folder.path + "/manifests/photos/bench.jpg")
        #expect(jobs[0].output == folder.path + "/manifests/../build/tiles")
    }

    @Test func everyKeyArrives() throws {
        let job = try #require(
            try jobs(
                """
                version: 1
                output: out
                images:
                  - source: scans/plan.tif
                    name: lobby-west
                    tileSizes: [1024, 512, 512, 256]
                    minTileLevel: 2
                    maxTileLevel: 3
                    density: full
                    layout: tiled
                    extension: webp
                    quality: 91
                    lossless: true
                    background: "#0aFF80"
                    linearLight: true
                    thumbnail:
                      - { name: small, size: 100, extension: jpeg, quality: 60 }
                      - { name: strip, size: { width: 640, height: 100 }, lossless: false }
                      - { name: map, extension: png, compression: 9 }
                    maxZoomLevel: 2.5
                    page: 3
                    maxPixels: 4611686018427387904
                    maxTiles: 1
                    sha256: ABCDEF0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789
                    onDamage: keep
                    attribution: |-
                      Photo: A. Adams
                      CC BY 4.0
                """
            ).first)
        expectSame(
            job,
            Job(
                name: "lobby-west",
                source: SourceFile(
                    path: folder.path + "/scans/plan.tif", manifestPath: "scans/plan.tif"),
                origin: ManifestOrigin(file: folder.path + "/images.yaml", line: 4),
                output: folder.path + "/out",
                layouts: [
                    TiledLayout(
                        tileSizes: [1024, 512, 512, 256], minTileLevel: 2, maxTileLevel: 3,
                        density: .full)
                ],
                tiles: Encoding(
                    format: .webp, fileExtension: "webp", quality: 91, lossless: true,
                    compression: 6),
                thumbnails: [
                    ThumbnailSpec(
                        name: "small", box: PixelSize(width: 100, height: 100),
                        encoding: Encoding(
                            format: .jpeg, fileExtension: "jpeg", quality: 60,
                            lossless: false, compression: 6)),
                    ThumbnailSpec(
                        name: "strip", box: PixelSize(width: 640, height: 100),
                        encoding: Encoding(
                            format: .webp, fileExtension: "webp", quality: 91,
                            lossless: false, compression: 6)),
                    ThumbnailSpec(
                        name: "map", box: PixelSize(width: 256, height: 256),
                        encoding: Encoding(
                            format: .png, fileExtension: "png", quality: 80,
                            lossless: false, compression: 9)),
                ],
                background: RGBColor(red: 0x0A, green: 0xFF, blue: 0x80), linearLight: true,
                maxZoomLevel: 2.5, page: 3, maxPixels: 1 << 62, maxTiles: 1,
                sha256: "abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789",
                onDamage: .keep,
                attribution: "Photo: A. Adams\nCC BY 4.0"))
    }

    @Test func typesComeFromTheKey() throws {
        let names = ["no", "yes", "~", "null", "2024", "0x1F", "1e3", "2001-01-01", "true"]
        let entries = names.map { "  - { source: a.jpg, name: \($0), attribution: \($0) }\n" }
        let jobs = try jobs("version: 1\noutput: out\nimages:\n" + entries.joined())
        #expect(jobs.map(\.name) == names)
        #expect(jobs.map(\.attribution) == names)
    }

    @Test func anImageGoesBeforeDefaultsAndTakesValuesWhole() throws {
        let jobs = try jobs(
            """
            version: 1
            output: out
            defaults:
              tileSizes: [512, 256, 128]
              quality: 70
              extension: webp
              lossless: true
              compression: 9
              maxZoomLevel: 8
              thumbnail: { size: 512, extension: jpg, quality: 50 }
            images:
              - source: a.jpg
              - source: b.jpg
                tileSizes: [256]
                extension: jpg
                thumbnail: { quality: 60 }
              - source: c.jpg
                extension: png
                thumbnail: false
            """)
        #expect(jobs.map(\.tiled.tileSizes) == [[512, 256, 128], [256], [512, 256, 128]])
        #expect(jobs.map(\.tiled.maxTileLevel) == [3, 1, 3])
        #expect(jobs.map(\.tiles.fileExtension) == ["webp", "jpg", "png"])
        // What a format has no use for is its default, whatever 'defaults' says.
        #expect(jobs.map(\.tiles.lossless) == [true, false, false])
        #expect(jobs.map(\.tiles.compression) == [6, 6, 9])
        #expect(jobs.map(\.tiles.quality) == [70, 70, 80])
        #expect(jobs.map(\.maxZoomLevel) == [8, 8, 8])
        #expect(jobs.map { $0.thumbnails.map(\.box.width) } == [[512], [256], []])
        #expect(jobs.map { $0.thumbnails.map(\.encoding.quality) } == [[50], [60], []])
        #expect(jobs[1].thumbnails[0].encoding.fileExtension == "jpg")
    }

    @Test func everyKeyOfDefaultsArrives() throws {
        let keys = """
            tileSizes: [1024, 512, 512, 256]
            minTileLevel: 2
            maxTileLevel: 3
            density: 4
            layout: tiled
            extension: avif
            quality: 91
            lossless: true
            compression: 3
            background: "#102030"
            linearLight: true
            thumbnail: [{ name: small, size: 100, extension: png }]
            maxZoomLevel: 7
            page: 3
            maxPixels: 5
            maxTiles: 6
            sha256: abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789
            onDamage: keep
            attribution: A. Adams
            """.split(separator: "\n").map { "\($0)\n" }
        // 'compression' is no key of an AVIF image; it is for the thumbnail here.
        let own = keys.filter { !$0.hasPrefix("compression") }.map { "    " + $0 }.joined()
            .replacing("extension: png", with: "extension: png, compression: 3")
        let inherited = try jobs(
            "version: 1\noutput: out\nimages:\n  - source: a.jpg\ndefaults:\n"
                + keys.map { "  " + $0 }.joined())
        let written = try jobs("version: 1\noutput: out\nimages:\n  - source: a.jpg\n" + own)
        #expect("\(inherited)" == "\(written)")
        #expect(inherited.first?.thumbnails.first?.encoding.compression == 3)
        #expect(inherited.first?.tiled.density == .four)
    }

    @Test func aThumbnailTakesOverTheImagesEncoding() throws {
        let job = try #require(
            try jobs(
                """
                version: 1
                output: out
                defaults: { thumbnail: { size: 100 } }
                images: [{ source: a.jpg, extension: avif, quality: 33, lossless: true }]
                """
            ).first)
        #expect(job.thumbnails[0].encoding == job.tiles)
    }

    @Test func anchorsAndMergesWork() throws {
        let jobs = try jobs(
            """
            version: 1
            output: out
            defaults: &defaults
              tileSizes: &sizes [256, 128]
              quality: 71
            images:
              - &west
                source: west.jpg
                page: 1
                thumbnail: &thumbnail { size: 99 }
              - <<: *west
                source: east.jpg
                tileSizes: *sizes
              - maxZoomLevel: 3
                source: north.jpg
                <<: [{ page: 5, quality: 55 }, { page: 6, maxTiles: 9 }]
                quality: 44
              - source: south.jpg
                thumbnail: *thumbnail
            """)
        #expect(jobs.map(\.name) == ["west", "east", "north", "south"])
        #expect(jobs.map(\.page) == [1, 1, 5, 0])
        #expect(jobs.map(\.origin.line) == [8, 12, 15, 18])
        #expect(jobs.map(\.tiles.quality) == [71, 71, 44, 71])
        #expect(jobs.map(\.maxTiles) == [10_000_000, 10_000_000, 9, 10_000_000])
        #expect(jobs.map { $0.thumbnails[0].box.width } == [99, 99, 256, 99])
        #expect(jobs.allSatisfy { $0.tiled.tileSizes == [256, 128] })
    }

    @Test(arguments: ["\u{FEFF}", ""], ["\n", "\r\n", "\r"])
    func byteOrderMarksAndLineEndsAreFine(mark: String, lineEnd: String) throws {
        let text = mark + "version: 1\noutput: out\nimages:\n  - source: é.jpg\n    page: 2\n"
        let jobs = try jobs(text.replacing("\n", with: lineEnd))
        #expect(jobs.map(\.page) == [2])
        #expect(jobs.map(\.origin.line) == [4])
    }

    @Test func documentMarkersAndFlowStyleAreFine() throws {
        let text = "%YAML 1.1\n---\n{version: 1, output: out, images: [{source: a.jpg}]}\n...\n"
        #expect(try jobs(text).map(\.name) == ["a"])
    }

    @Test func namesComeFromTheSourcesStem() throws {
        let sources = [
            "photos/bench.jpg", "archive.tar.gz", "plain", "a.b/plain2", "Ünï.tif", "./x/./y.png",
        ]
        let entries = sources.map { "  - source: \($0)\n" }.joined()
        let jobs = try jobs("version: 1\noutput: out\nimages:\n" + entries)
        #expect(jobs.map(\.name) == ["bench", "archive.tar", "plain", "plain2", "Ünï", "y"])
        #expect(jobs.last?.source.manifestPath == "x/y.png")
    }

    @Test func qualityOnPngIsAWarningOnly() throws {
        let set = try folder.read(
            "version: 1\nimages: [{ source: a.png, extension: png, quality: 70 }]\n")
        #expect(!set.isRejected)
        #expect(set.jobs.count == 1)
        #expect(set.messages == ["'quality' has no effect on png"])
        #expect(set.diagnostics.first?.severity == .warning)
    }

    @Test func qualityOnPngThatAThumbnailTakesOverIsFine() throws {
        let job = try #require(
            try jobs(
                """
                version: 1
                output: out
                images:
                  - source: a.png
                    extension: png
                    quality: 70
                    thumbnail: { extension: jpg }
                """
            ).first)
        #expect(job.thumbnails[0].encoding.quality == 70)
    }

    @Test func theLongestNameThatFitsIsFine() throws {
        let name = String(repeating: "n", count: 229)
        let job = try #require(
            try jobs("version: 1\noutput: out\nimages: [{ source: a.jpg, name: \(name) }]\n").first)
        let level = try #require(
            job.tiled.levels(of: PixelSize(width: 100, height: 100)).max {
                $0.coverage < $1.coverage
            }
        )
        let file = "\(name)_\(level.coverage)_1_9999999_9999999.jpg"
        #expect(file.utf8.count == 255)
    }

    @Test func theLongestFileNameOfAnyLevelCounts() throws {
        func isRejected(_ sizes: String, _ length: Int) throws -> Bool {
            let name = String(repeating: "n", count: length)
            let image = "{ source: a.jpg, name: \(name), tileSizes: [\(sizes)] }"
            return try folder.read("version: 1\nimages: [\(image)]\n").isRejected
        }
        #expect(try !isRejected("2, 8", 231))
        #expect(try isRejected("2, 8", 232))
        #expect(try isRejected("2, 8192", 229))
        #expect(try !isRejected("2, 8192", 228))
    }

    @Test func largeCoverageIsFineWhereItIsStoredSmaller() throws {
        let text = """
            version: 1
            output: out
            images: [{ source: a.jpg, tileSizes: [65528, 64, 64, 64, 64] }]
            """
        #expect(try jobs(text).count == 1)
    }

    @Test func manyLevelsAtFullDensityAreFine() throws {
        let sizes = Array(repeating: "257", count: 80).joined(separator: ", ")
        let text = """
            version: 1
            output: out
            images: [{ source: a.jpg, tileSizes: [\(sizes)], density: full }]
            """
        #expect(try jobs(text).first?.tiled.maxTileLevel == 80)
        let rejected = try folder.read(text.replacing("full", with: "1"))
        // 15 levels that another size would help, and one finding for all that none would.
        #expect(rejected.diagnostics.count == 16)
    }
}
