/// One level of a pyramid: a grid of square tiles over the image, stored at a scale of
/// `1 / 2^halvings`.
///
/// Two coordinate systems meet here. *Full-image* pixels are what a viewer asks in: a tile covers
/// `coverage x coverage` of them. *Stored* pixels are what the tile files hold: tiles follow on
/// each other in steps of `tileSide` of them, and each reaches `overlap` further into its
/// neighbours.
package struct Level: Hashable, Sendable {
    /// As the layout counts; larger is more detailed.
    package let number: Int
    /// How often the full image was halved to make this level's pixels.
    package let halvings: Int
    /// From the start of one tile to that of the next, in stored pixels; an inner tile without
    /// overlap is so wide.
    package let tileSide: Int
    /// Stored pixels that a tile has of each of its neighbours.
    package let overlap: Int
    package let edges: Edges
    /// Size of the full image.
    package let imageSize: PixelSize
    /// Size of the whole level in stored pixels.
    package let pixelSize: PixelSize

    /// What becomes of tiles at the image's right and bottom edge.
    package enum Edges: Hashable, Sendable {
        /// They end where the image ends.
        case cut
        /// They are as wide and high as all others; what lies outside the image is background.
        case padded
    }

    /// What becomes of the last of an odd number of pixels when a level is halved.
    package enum Rounding: Hashable, Sendable {
        /// It stands for itself in the smaller level.
        case up
        /// The smaller level ends before it, but no side is ever 0. The level's pixels are those
        /// of `up`, without the last column or row.
        case down
    }

    package init(
        number: Int, halvings: Int, tileSide: Int, overlap: Int = 0, rounding: Rounding = .up,
        edges: Edges = .cut, imageSize: PixelSize
    ) {
        precondition(tileSide > 0 && 2 * overlap < tileSide, "layouts are checked for it")
        self.number = number
        self.halvings = halvings
        self.tileSide = tileSide
        self.overlap = overlap
        self.edges = edges
        self.imageSize = imageSize
        pixelSize =
            switch rounding {
            case .up: imageSize.halved(times: halvings)
            case .down:
                PixelSize(
                    width: max(1, imageSize.width >> halvings),
                    height: max(1, imageSize.height >> halvings))
            }
    }

    /// Full-image pixels that a tile spans in x and in y, from its start to that of the next.
    package var coverage: Int { tileSide << halvings }

    /// Scale of the stored pixels to the full image: 1, 0.5, 0.25, ...
    package var scale: Double { 1 / Double(1 << halvings) }

    /// Tiles in a row: no empty tile, no extra column.
    package var columns: Int { pixelSize.width.dividedRoundingUp(by: tileSide) }

    /// Tiles in a column.
    package var rows: Int { pixelSize.height.dividedRoundingUp(by: tileSide) }

    package var tileCount: Int { columns * rows }

    /// All tiles, row by row.
    package var tiles: some Sequence<TileIndex> {
        (0..<rows).lazy.flatMap { y in (0..<columns).lazy.map { x in TileIndex(x: x, y: y) } }
    }

    package func contains(_ tile: TileIndex) -> Bool {
        (0..<columns).contains(tile.x) && (0..<rows).contains(tile.y)
    }

    /// Whether each tile of this level has just the pixels of the same tile of `other`, a level of the
    /// same image.
    package func hasSameTiles(as other: Level) -> Bool {
        halvings == other.halvings && tileSide == other.tileSide && overlap == other.overlap
            && edges == other.edges && pixelSize == other.pixelSize
    }

    /// The stored pixels of `tile`, its overlap included, in the level's own coordinates; clipped
    /// at the level's edges, also where the file is padded beyond them.
    package func storedPixels(of tile: TileIndex) -> PixelRect {
        let left = max(0, tile.x * tileSide - overlap)
        let top = max(0, tile.y * tileSide - overlap)
        return PixelRect(
            x: left, y: top,
            width: min((tile.x + 1) * tileSide + overlap, pixelSize.width) - left,
            height: min((tile.y + 1) * tileSide + overlap, pixelSize.height) - top)
    }
}

/// A tile's column `x` and row `y` in its level, from 0 at the top left.
public struct TileIndex: Hashable, Sendable {
    public var x: Int
    public var y: Int

    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }
}
