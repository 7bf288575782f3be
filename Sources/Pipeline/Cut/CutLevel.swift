import TilePyramid

/// A level of one of an image's layouts: what is cut, and where its tiles stand.
struct CutLevel: Sendable {
    let id: LevelID
    let level: Level
    /// How the descriptor has it.
    let entry: Descriptor.LevelEntry
    private let paths: TilePaths

    init(_ level: Level, of layout: any Layout, _ paths: TilePaths) {
        id = LevelID(layout: layout.name, number: level.number)
        self.level = level
        entry = Descriptor.LevelEntry(level)
        self.paths = paths
    }

    /// Path of a tile in the image's folder.
    func path(of tile: TileIndex) -> String { paths.path(of: tile, in: entry) }
}

/// Which level of which layout.
struct LevelID: Hashable, Sendable, CustomStringConvertible {
    let layout: String
    let number: Int

    /// `tiled:2`
    var description: String { "\(layout):\(number)" }

    init(layout: String, number: Int) {
        self.layout = layout
        self.number = number
    }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]) else { return nil }
        self.init(layout: String(parts[0]), number: number)
    }
}

extension Job {
    /// The levels of all layouts, layout by layout, each from the most zoomed out.
    func cutLevels(of imageSize: PixelSize) -> [CutLevel] {
        layouts.flatMap { layout in
            let paths = Descriptor.LayoutEntry(layout, of: self, imageSize: imageSize)
                .paths(name: name, imageSize: imageSize)
            return layout.levels(of: imageSize).map { CutLevel($0, of: layout, paths) }
        }
    }
}
