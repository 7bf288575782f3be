/// What a layout is: which levels it has, where its tiles stand, what it writes beside them.
///
/// Everything that depends on the layout asks it here: the manifest's rules, the cut, the recipe,
/// the descriptor. A layout is one file beside this one and a line in `Layouts.all`.
package protocol Layout: Sendable {
    /// As `layout` has it in a manifest and in a descriptor.
    static var name: String { get }

    /// The manifest's keys that it looks at, in the order of the documentation.
    static var keys: [LayoutKey] { get }

    /// All that is wrong with `settings`. Unusable ones have been reported: what needs one of them
    /// is not looked at.
    static func faults(in settings: LayoutSettings) -> [LayoutFault]

    /// The layout that `settings` describe, built-in values where they say nothing.
    ///
    /// - Precondition: there is no fault in them, and none of `keys` is unusable.
    init(_ settings: LayoutSettings)

    /// The sides of its tiles in their files, each with the setting that makes it so.
    var tileSides: [TileSide] { get }

    /// The longest file names that it makes of an image's name, columns and rows of 7 digits.
    func longestNames(name: String, extension: String) -> [String]

    /// The names that it writes directly in an image's folder.
    func topLevelNames(of name: String) -> Set<String>

    /// The levels that are cut of an image of `imageSize` pixels, from the most zoomed out.
    func levels(of imageSize: PixelSize) -> [Level]

    /// What a tile covers, one entry a level: the descriptor's `tileSizes`.
    func coverages(of imageSize: PixelSize) -> [Int]

    /// Where its tiles stand: a template for `TilePaths`.
    func tilePath(name: String, extension: String) -> String

    /// What a placeholder of its own in `tilePath` stands for; `nil` for one that is not.
    static func placeholder(
        _ word: String, tile: TileIndex, in level: Descriptor.LevelEntry, of paths: TilePaths
    ) -> String?

    /// The screen scale at which its tiles are sharp.
    var density: Density { get }

    /// Stored pixels that a tile has of each neighbour; `nil` in a layout that knows no overlap.
    var overlap: Int? { get }

    /// The file that describes the pyramid to the layout's own viewers.
    func sideFile(of image: ImageFacts) -> SideFile?

    /// Its settings as they shape what is written.
    var recipe: [LayoutRecipeLine] { get }
}

extension Layout {
    package func coverages(of imageSize: PixelSize) -> [Int] {
        levels(of: imageSize).map(\.coverage)
    }

    package static func placeholder(
        _ word: String, tile: TileIndex, in level: Descriptor.LevelEntry, of paths: TilePaths
    ) -> String? { nil }

    /// Each level is half of the next: sharp at one pixel a point.
    package var density: Density { .one }

    package var overlap: Int? { nil }

    package func sideFile(of image: ImageFacts) -> SideFile? { nil }

    /// The layout's name, of a value.
    package var name: String { Self.name }
}

/// The layouts that there are.
package enum Layouts {
    /// In the order of the documentation; the first is what an image has that does not say.
    package static let all: [any Layout.Type] = [
        TiledLayout.self,
        DeepZoomLayout.self,
    ]

    /// The layout that manifests and descriptors call `name`.
    package static func named(_ name: String) -> (any Layout.Type)? {
        all.first { $0.name == name }
    }
}

/// What a side file may tell of an image.
package struct ImageFacts: Sendable {
    package let name: String
    /// Size of the full, upright image in pixels.
    package let size: PixelSize
    /// The extension of the tile files, without the dot.
    package let fileExtension: String

    package init(name: String, size: PixelSize, fileExtension: String) {
        self.name = name
        self.size = size
        self.fileExtension = fileExtension
    }
}

/// A file that a layout writes beside its tiles.
package struct SideFile: Hashable, Sendable {
    /// Path in the image's folder.
    package let path: String
    package let text: String
}

/// The side of a layout's tiles in their files.
package struct TileSide: Sendable {
    /// `a tile of level 2`
    package let tile: String
    package let pixels: Int
    /// What says how wide it is.
    package let key: LayoutKey
    /// Of a list, which entry.
    package let element: Int?
}

/// One setting of a layout, as it shapes what is written; see `Recipe` in the pipeline.
package struct LayoutRecipeLine: Sendable {
    /// What has to be made anew when the setting changes.
    package enum Scope: Sendable {
        /// The tiles of one level.
        case level(Int)
        /// The tiles of all levels.
        case tiles
        /// Nothing but the descriptor.
        case descriptor
    }

    package let scope: Scope
    /// The manifest's key.
    package let key: LayoutKey
    package let value: JSONText

    package init(_ scope: Scope, _ key: LayoutKey, _ value: JSONText) {
        self.scope = scope
        self.key = key
        self.value = value
    }
}
