/// Layout `dzi`: Deep Zoom, as OpenSeadragon and Seadragon's other clients ask for it.
///
/// Level 0 is one pixel, each further one twice as large, up to the full image; a halved side
/// rounds up. `tileSize` is the step from tile to tile: a tile with both neighbours is
/// `tileSize + 2 * overlap` pixels wide, the first of a row `tileSize + overlap`.
package struct DeepZoomLayout: Layout {
    package static let name = "dzi"
    package static let keys: [LayoutKey] = [.tileSize, .overlap]

    package let tileSize: Int
    private let margin: Int

    /// - Precondition: `2 * overlap < tileSize`.
    package init(tileSize: Int, overlap: Int) {
        precondition(2 * overlap < tileSize, "overlaps are checked where a manifest is read")
        self.tileSize = tileSize
        margin = overlap
    }

    package init(_ settings: LayoutSettings) {
        self.init(
            tileSize: settings.tileSize ?? Self.builtInTileSize,
            overlap: settings.overlap ?? Self.builtInOverlap)
    }

    private static let builtInTileSize = 254
    private static let builtInOverlap = 1

    package static func faults(in settings: LayoutSettings) -> [LayoutFault] {
        guard settings.areUsable(.tileSize, .overlap) else { return [] }
        let side = settings.tileSize ?? builtInTileSize
        let overlap = settings.overlap ?? builtInOverlap
        if 2 * overlap < side { return [] }
        let most = (side - 1) / 2
        // The one that is written: at least one is, since the built-in ones go together.
        guard settings.overlap != nil else {
            return [
                LayoutFault(
                    .tileSize,
                    "a tile of \(side) is too small for the built-in 'overlap' of \(overlap), which "
                        + "must be less than half of it; use at least \(2 * overlap + 1), or "
                        + "'overlap: 0'")
            ]
        }
        return [
            LayoutFault(
                .overlap, related: settings.tileSize == nil ? nil : .tileSize,
                "'overlap' is \(overlap), no less than half of a tile of \(side); use at most "
                    + "\(most), or a 'tileSize' of at least \(2 * overlap + 1)")
        ]
    }

    package func levels(of imageSize: PixelSize) -> [Level] {
        let top = Self.topLevel(of: imageSize)
        return (0...top).map { number in
            Level(
                number: number, halvings: top - number, tileSide: tileSize, overlap: margin,
                imageSize: imageSize)
        }
    }

    /// `ceil(log2(max(W, H)))`
    private static func topLevel(of size: PixelSize) -> Int {
        let side = max(size.width, size.height)
        return Int.bitWidth - (side - 1).leadingZeroBitCount
    }

    package func tilePath(name: String, extension ext: String) -> String {
        "\(TilePaths.literal(name))_files/{level}/{x}_{y}.\(ext)"
    }

    package var overlap: Int? { margin }

    package var tileSides: [TileSide] {
        [
            TileSide(
                tile: margin == 0 ? "a tile" : "a tile with its overlap",
                pixels: tileSize + 2 * margin, key: .tileSize, element: nil)
        ]
    }

    package func longestNames(name: String, extension ext: String) -> [String] {
        ["\(name)_files", "\(name).dzi", "1234567_1234567.\(ext)"]
    }

    package func topLevelNames(of name: String) -> Set<String> { ["\(name)_files", "\(name).dzi"] }

    package func sideFile(of image: ImageFacts) -> SideFile? {
        SideFile(
            path: "\(image.name).dzi",
            text: """
                <?xml version="1.0" encoding="UTF-8"?>
                <Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
                  TileSize="\(tileSize)"
                  Overlap="\(margin)"
                  Format="\(image.fileExtension)">
                  <Size Width="\(image.size.width)" Height="\(image.size.height)"/>
                </Image>

                """)
    }

    package var recipe: [LayoutRecipeLine] {
        [
            LayoutRecipeLine(.tiles, .tileSize, .integer(tileSize)),
            LayoutRecipeLine(.tiles, .overlap, .integer(margin)),
        ]
    }
}
