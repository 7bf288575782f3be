import Testing
import TilePyramid

@testable import Pipeline

/// What shapes bytes stands in the recipe, and nothing else does.
@Suite struct RecipeTests {
    /// A job, one property of which may be another than usual.
    private static func job(
        layouts: [any Layout] = [TiledLayout.usual], tiles: Encoding = .raw,
        thumbnails: [ThumbnailSpec] = [], background: RGBColor = .white, linearLight: Bool = false,
        maxZoomLevel: Double = 2, page: Int = 0, maxPixels: Int = 1000, maxTiles: Int = 1000,
        sha256: String? = nil, onDamage: OnDamage = .fail, attribution: String? = nil
    ) -> Job {
        Job(
            name: "a", source: SourceFile(path: "/a", manifestPath: "a"),
            origin: ManifestOrigin(file: "m.yaml", line: 1), output: "/out", layouts: layouts,
            tiles: tiles, thumbnails: thumbnails, background: background, linearLight: linearLight,
            maxZoomLevel: maxZoomLevel, page: page, maxPixels: maxPixels, maxTiles: maxTiles,
            sha256: sha256, onDamage: onDamage, attribution: attribution)
    }

    private static func webp(quality: Int = 80, lossless: Bool = false, compression: Int = 6)
        -> Encoding
    {
        Encoding(
            format: .webp, fileExtension: "webp", quality: quality, lossless: lossless,
            compression: compression)
    }

    private static func parts(from old: Job, to new: Job) -> CutParts {
        RecipeChange(
            from: Recipe(of: old, fingerprint: "f"), to: Recipe(of: new, fingerprint: "f")
        ).parts
    }

    @Test func settingsOfAllTilesMakeAllDue() {
        let webp = Self.job(tiles: Self.webp())
        let changes: [(String, Job, Job)] = [
            ("background", Self.job(), Self.job(background: RGBColor(red: 1, green: 2, blue: 3))),
            ("linearLight", Self.job(), Self.job(linearLight: true)),
            ("page", Self.job(), Self.job(page: 1)),
            ("extension", Self.job(), webp),
            ("quality", webp, Self.job(tiles: Self.webp(quality: 81))),
            ("lossless", webp, Self.job(tiles: Self.webp(lossless: true))),
        ]
        for (name, old, new) in changes {
            #expect(Self.parts(from: old, to: new) == .everything, "\(name)")
        }
    }

    @Test func settingsOfTheDescriptorCutNothing() {
        for new in [Self.job(maxZoomLevel: 3), Self.job(attribution: "A")] {
            #expect(Recipe(of: new, fingerprint: "f") != Recipe(of: Self.job(), fingerprint: "f"))
            #expect(Self.parts(from: Self.job(), to: new) == .nothing)
        }
    }

    @Test func limitsAndWhatAFormatHasNotChangeNothing() {
        let usual = Recipe(of: Self.job(), fingerprint: "f")
        let same = [
            Self.job(maxPixels: 9), Self.job(maxTiles: 9), Self.job(sha256: "ab"),
            Self.job(onDamage: .keep),
        ]
        for job in same { #expect(Recipe(of: job, fingerprint: "f") == usual) }
        #expect(
            Recipe(of: Self.job(tiles: Self.webp(compression: 1)), fingerprint: "f")
                == Recipe(of: Self.job(tiles: Self.webp()), fingerprint: "f"))
    }

    @Test func otherLibrariesMakeAllDue() {
        let change = RecipeChange(
            from: Recipe(of: Self.job(), fingerprint: "a 1"),
            to: Recipe(of: Self.job(), fingerprint: "a 2"))
        #expect(change.parts == .everything)
        #expect(change.reasons.map(\.description) == ["a 1 -> 2"])
    }
}
