import Testing
import TilePyramid

/// What every layout there is must hold, so that what asks it may rely on it.
@Suite struct LayoutsTests {
    /// A setting other than the built-in one for each key, one at a time.
    private static func settings(changing key: LayoutKey) -> LayoutSettings {
        var settings = LayoutSettings()
        switch key {
        case .tileSizes: settings.tileSizes = [64, 64]
        case .minTileLevel: settings.minTileLevel = 2
        case .maxTileLevel: settings.maxTileLevel = 2
        case .density: settings.density = .full
        case .tileSize: settings.tileSize = 50
        case .overlap: settings.overlap = 2
        }
        return settings
    }

    private let image = PixelSize(width: 1000, height: 700)

    @Test("files stand where the layout says that they do, under names no longer than it says")
    func names() {
        for type in Layouts.all {
            let layout = type.init(LayoutSettings())
            let job = job(name: "a b", layouts: [layout])
            let entry = Descriptor.LayoutEntry(layout, of: job, imageSize: image)
            let paths = entry.paths(name: "a b", imageSize: image)
            var files = entry.levels.flatMap { level in
                (0..<level.rows).flatMap { y in
                    (0..<level.columns).map { x in
                        paths.path(of: TileIndex(x: x, y: y), in: level)
                    }
                }
            }
            if let sideFile = entry.sideFile { files.append(sideFile) }
            let topLevel = layout.topLevelNames(of: "a b")
            let longest = layout.longestNames(name: "a b", extension: "jpg").map(\.utf8.count).max()
            for file in files {
                let names = file.split(separator: "/").map(String.init)
                #expect(topLevel.contains(names[0]), "\(type.name): \(file)")
                #expect(names.allSatisfy { $0.utf8.count <= longest ?? 0 }, "\(type.name): \(file)")
            }
            #expect(Set(files).count == files.count, "\(type.name): two tiles in one file")
        }
    }

    @Test("the sides told of are those of the levels' tiles")
    func sides() {
        for type in Layouts.all {
            let layout = type.init(LayoutSettings())
            let told = Set(layout.tileSides.map(\.pixels))
            let made = Set(layout.levels(of: image).map { $0.tileSide + 2 * $0.overlap })
            #expect(told == made, "\(type.name)")
        }
    }

    @Test("each of its keys changes its recipe, and no other key does")
    func recipe() {
        func text(_ layout: any Layout) -> [String] {
            layout.recipe.map { "\($0.scope) \($0.key) \($0.value.document)" }
        }
        for type in Layouts.all {
            let builtIn = text(type.init(LayoutSettings()))
            for key in LayoutKey.allCases {
                let settings = Self.settings(changing: key)
                guard type.faults(in: settings).isEmpty else {
                    Issue.record("\(type.name): \(type.faults(in: settings))")
                    continue
                }
                let changes = text(type.init(settings)) != builtIn
                #expect(changes == type.keys.contains(key), "\(type.name), \(key)")
            }
        }
    }

    @Test("levels come from the most zoomed out, numbered without a gap")
    func levels() {
        for type in Layouts.all {
            for size in samplePairs(30, upTo: 3000) {
                let levels = type.init(LayoutSettings()).levels(of: size)
                let first = levels.first?.number ?? 0
                #expect(levels.map(\.number) == Array(first..<first + levels.count))
                #expect(levels.map(\.scale) == levels.map(\.scale).sorted())
                #expect(levels.last?.scale == 1, "\(type.name), \(size)")
            }
        }
    }

    @Test("names differ, and lead back")
    func registry() {
        #expect(Set(Layouts.all.map { $0.name }).count == Layouts.all.count)
        for type in Layouts.all { #expect(Layouts.named(type.name) == type) }
        #expect(Layouts.named("none of them") == nil)
    }
}
