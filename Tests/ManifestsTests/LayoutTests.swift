import Manifests
import Testing
import TilePyramid

/// The layouts that an image is cut in.
@Suite struct LayoutTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// The layouts of each image of `text`, as all that they hold is printed.
    func layouts(_ text: String) throws -> [[String]] {
        let set = try folder.read("version: 1\n" + text)
        #expect(set.diagnostics.map(\.description) == [])
        return set.jobs.map { $0.layouts.map { "\($0)" } }
    }

    func tiled(_ sizes: Int..., density: Density = .two) -> String {
        let layout = TiledLayout(
            tileSizes: sizes, minTileLevel: 1, maxTileLevel: sizes.count, density: density)
        return "\(layout)"
    }

    func dzi(_ tileSize: Int, overlap: Int) -> String {
        "\(DeepZoomLayout(tileSize: tileSize, overlap: overlap))"
    }

    @Test func eachIsNamedByItsWord() throws {
        let text = """
            images:
              - { source: a.jpg }
              - { source: b.jpg, layout: tiled }
              - { source: c.jpg, layout: dzi }
              - { source: d.jpg, layouts: [dzi] }
              - { source: e.jpg, layouts: [tiled, dzi] }
              - { source: f.jpg, layouts: ["dzi", 'tiled'] }
            """
        let (tiled, dzi) = (tiled(512, 256, 128), dzi(254, overlap: 1))
        #expect(
            try layouts(text) == [[tiled], [tiled], [dzi], [dzi], [tiled, dzi], [dzi, tiled]])
    }

    @Test func keysReachTheLayoutThatLooksAtThem() throws {
        let text = """
            images:
              - source: a.jpg
                layouts: [dzi, tiled]
                tileSize: 512
                overlap: 8
                tileSizes: [1024, 256]
                density: full
              - { source: b.jpg, layout: dzi, tileSize: 1, overlap: 0 }
              - { source: c.jpg, layout: dzi, tileSize: 65535, extension: png }
            """
        #expect(
            try layouts(text) == [
                [dzi(512, overlap: 8), tiled(1024, 256, density: .full)],
                [dzi(1, overlap: 0)], [dzi(65535, overlap: 1)],
            ])
    }

    @Test(arguments: ["layout: dzi", "layouts: [dzi]", "layouts: [tiled, dzi]"])
    func anImageTakesTheLayoutsOfDefaultsWholeOrNotAtAll(_ defaults: String) throws {
        let text = """
            defaults: { \(defaults), tileSize: 256 }
            images:
              - { source: a.jpg }
              - { source: b.jpg, layout: tiled }
              - { source: c.jpg, layouts: [tiled] }
              - { source: d.jpg, layouts: [dzi, tiled] }
            """
        let (tiled, dzi) = (tiled(512, 256, 128), dzi(256, overlap: 1))
        let first = defaults.contains("tiled") ? [tiled, dzi] : [dzi]
        #expect(try layouts(text) == [first, [tiled], [tiled], [dzi, tiled]])
    }

    @Test func aKeyInDefaultsIsForTheImagesWhoseLayoutLooksAtIt() throws {
        let text = """
            defaults: { tileSizes: [255, 128], overlap: 4, tileSize: 8 }
            images:
              - { source: a.jpg, tileSizes: [256] }
              - { source: b.jpg, layout: dzi, tileSize: 64 }
            """
        // 255 is no size for 'tiled', 8 none for 'dzi': but nobody is cut so.
        #expect(try layouts(text) == [[tiled(256)], [dzi(64, overlap: 4)]])
    }

    @Test func theLongestNameThatFitsIsFine() throws {
        let name = String(repeating: "n", count: 249)
        #expect(try layouts("images: [{ source: a.jpg, layout: dzi, name: \(name) }]").count == 1)
    }
}

/// What is written directly in an image's folder. No two layouts that there are meet there, so
/// these are layouts of other names.
@Suite struct FolderNamesTests {
    func clashes(_ layouts: [any Layout], thumbnails: [String] = [], name: String = "bench")
        -> [String]
    {
        FolderNames.clashes(in: name, of: layouts, thumbnails: thumbnails)
    }

    let tiled = TiledLayout(tileSizes: [8, 8, 4], minTileLevel: 1, maxTileLevel: 3, density: .full)
    let dzi = DeepZoomLayout(tileSize: 254, overlap: 1)

    @Test func theLayoutsThatThereAreDoNotMeet() {
        for name in ["bench", "8", "thumbnail", "datasource", "datasource.json"] {
            #expect(clashes([tiled, dzi], thumbnails: ["thumbnail.jpg"], name: name) == [])
        }
    }

    @Test func twoLayoutsOnOnePathAreTold() {
        let expected = [
            "layout 'numbered' and layout 'tiled' would both write 'bench/4'; leave one of them "
                + "out, or list the image twice, with a 'name' each",
            "layout 'numbered' and layout 'tiled' would both write 'bench/8'; leave one of them "
                + "out, or list the image twice, with a 'name' each",
        ]
        #expect(clashes([tiled, NumberedLayout(names: ["8", "3", "4"])]) == expected)
        #expect(clashes([tiled, NumberedLayout(names: ["3", "5"])]) == [])
    }

    @Test func caseAndNormalisationDoNotKeepPathsApart() {
        let layout = NumberedLayout(names: ["Bench_FILES", "caf\u{E9}"])
        #expect(clashes([dzi, layout]).count == 1)
        #expect(clashes([NumberedLayout(names: ["cafe\u{301}"]), layout]).count == 1)
    }

    @Test func aThumbnailOrTheDescriptorInTheWayIsTold() {
        let layout = NumberedLayout(names: ["Datasource.json", "map.jpg", "1"])
        #expect(
            clashes([layout], thumbnails: ["small.jpg", "Map.jpg"]) == [
                "layout 'numbered' and the descriptor would both write 'bench/Datasource.json'; "
                    + "set another 'name'",
                "layout 'numbered' and the thumbnail 'Map.jpg' would both write 'bench/map.jpg'; "
                    + "name the thumbnail otherwise",
            ])
    }
}

/// A layout that writes just these names.
private struct NumberedLayout: Layout {
    static let name = "numbered"
    static let keys: [LayoutKey] = []
    let names: Set<String>

    init(names: Set<String>) {
        self.names = names
    }

    init(_ settings: LayoutSettings) {
        self.init(names: [])
    }

    static func faults(in settings: LayoutSettings) -> [LayoutFault] { [] }

    var tileSides: [TileSide] { [] }
    var recipe: [LayoutRecipeLine] { [] }

    func longestNames(name: String, extension: String) -> [String] { [] }
    func topLevelNames(of name: String) -> Set<String> { names }
    func levels(of imageSize: PixelSize) -> [Level] { [] }
    func tilePath(name: String, extension: String) -> String { "" }
}
