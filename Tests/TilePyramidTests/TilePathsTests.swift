import Testing
import TilePyramid

/// Templates of tile paths, and what they are filled in with.
@Suite struct TilePathsTests {
    private let tile = TileIndex(x: 3, y: 14)

    /// The path of `tile` in a level of this number and coverage.
    private func fill(
        _ template: String, name: String, size: Int, level: Int, layout: (any Layout.Type)? = nil
    ) -> String {
        let image = PixelSize(width: 100_000, height: 100_000)
        let entry = Descriptor.LevelEntry(
            Level(number: level, halvings: 0, tileSide: size, imageSize: image))
        return TilePaths(
            template: template, name: name, layout: layout, imageSize: image, levels: [entry]
        ).path(of: tile, in: entry)
    }

    @Test("a plain name stands in the template")
    func plainName() {
        let template = TiledLayout(LayoutSettings()).tilePath(name: "bench", extension: "jpg")
        #expect(template == "{size}/bench_{size}_{level}_{x}_{y}.jpg")
        #expect(fill(template, name: "bench", size: 256, level: 2) == "256/bench_256_2_3_14.jpg")
    }

    @Test(
        "a name with a brace is a placeholder, and never read as one when it is put in",
        arguments: [
            "{x}", "{", "}", "}{", "a{size}b", "{name}", "{{x}}", "x}y{", "{unknown}",
            "{\u{301}", "a}\u{308}",
        ])
    func bracedName(_ name: String) {
        let tiled = TiledLayout(LayoutSettings()).tilePath(name: name, extension: "png")
        #expect(tiled == "{size}/{name}_{size}_{level}_{x}_{y}.png")
        #expect(fill(tiled, name: name, size: 64, level: 1) == "64/\(name)_64_1_3_14.png")
        let deepZoom = DeepZoomLayout(LayoutSettings()).tilePath(name: name, extension: "png")
        #expect(deepZoom == "{name}_files/{level}/{x}_{y}.png")
        #expect(fill(deepZoom, name: name, size: 64, level: 1) == "\(name)_files/1/3_14.png")
    }

    @Test("what is no placeholder stays", arguments: ["", "a", "{", "}", "{z}", "a}b{c", "{}"])
    func otherText(_ template: String) {
        #expect(fill(template, name: "n", size: 1, level: 1) == template)
    }

    @Test("placeholders in any order, any number of times")
    func ownTemplate() {
        let path = fill("{y}/{x}{x}-{name}@{level}.{size}", name: "n", size: 512, level: 7)
        #expect(path == "14/33-n@7.512")
    }

    @Test("a layout's own placeholders, and only its own")
    func layoutsPlaceholder() {
        let template = "{half}/{x}_{other}"
        #expect(
            fill(template, name: "n", size: 512, level: 7, layout: ToyLayout.self)
                == "256/3_{other}")
        #expect(
            fill(template, name: "n", size: 512, level: 7) == template.replacing("{x}", with: "3"))
    }

    @Test(
        "the descriptor's template leads to the file, whatever the name",
        arguments: ["bench", "a_b", "{x}", "x y", "e\u{301}", "\u{301}", "日本", "😀{y}", "%20"])
    func ofDescriptor(_ name: String) throws {
        let layouts: [any Layout] = [
            TiledLayout(LayoutSettings()), DeepZoomLayout(LayoutSettings()),
        ]
        let descriptor = Descriptor(
            job: job(name: name, layouts: layouts),
            imageSize: PixelSize(width: 1000, height: 700), sourceSHA256: "", key: "")
        let tiled = try #require(descriptor.layout.levels.first)
        let path = descriptor.path(of: TileIndex(x: 1, y: 0), in: tiled)
        #expect(Array(path.utf8) == Array("512/\(name)_512_1_1_0.jpg".utf8))
        let full = try #require(descriptor.layouts[1].levels.last)
        let other = descriptor.path(
            of: TileIndex(x: 3, y: 2), in: full, layout: descriptor.layouts[1])
        #expect(Array(other.utf8) == Array("\(name)_files/10/3_2.jpg".utf8))
    }
}

/// A layout with a placeholder of its own.
private struct ToyLayout: Layout {
    static let name = "toy"
    static let keys: [LayoutKey] = []
    static func faults(in settings: LayoutSettings) -> [LayoutFault] { [] }

    init(_ settings: LayoutSettings) {}

    var tileSides: [TileSide] { [] }
    var recipe: [LayoutRecipeLine] { [] }
    func longestNames(name: String, extension: String) -> [String] { [] }
    func topLevelNames(of name: String) -> Set<String> { [] }
    func levels(of imageSize: PixelSize) -> [Level] { [] }
    func tilePath(name: String, extension: String) -> String { "{half}/{x}" }

    static func placeholder(
        _ word: String, tile: TileIndex, in level: Descriptor.LevelEntry, of paths: TilePaths
    ) -> String? {
        word == "half" ? String(level.tileSize / 2) : nil
    }
}
