/// One level of a pyramid: a grid of square tiles over the image, stored at a scale of
/// `1 / 2^halvings`.
///
/// Two coordinate systems meet here. *Full-image* pixels are what a viewer asks in: a tile covers
/// `coverage x coverage` of them. *Stored* pixels are what the tile files hold: a tile is
/// `coverage / 2^halvings` of them wide, whole by the rule that the manifest enforces.
public struct Level: Hashable, Sendable {
    /// 1-based; 1 is the most zoomed out.
    public let number: Int
    /// Full-image pixels that a tile spans in x and in y.
    public let coverage: Int
    /// How often the full image was halved to make this level's pixels.
    public let halvings: Int
    /// Size of the full image.
    public let imageSize: PixelSize

    public init(number: Int, coverage: Int, halvings: Int, imageSize: PixelSize) {
        precondition(
            coverage > 0 && coverage % (1 << halvings) == 0,
            "a tile's stored side is a whole number; manifests are checked for it")
        self.number = number
        self.coverage = coverage
        self.halvings = halvings
        self.imageSize = imageSize
    }

    /// Scale of the stored pixels to the full image: 1, 0.5, 0.25, ...
    public var scale: Double { 1 / Double(1 << halvings) }

    /// Size of the whole level in stored pixels.
    public var pixelSize: PixelSize { imageSize.halved(times: halvings) }

    /// Side of an inner tile in stored pixels.
    public var tileSide: Int { coverage >> halvings }

    /// `ceil(W / coverage)`: no empty tile, no extra column.
    public var columns: Int { imageSize.width.dividedRoundingUp(by: coverage) }

    /// `ceil(H / coverage)`.
    public var rows: Int { imageSize.height.dividedRoundingUp(by: coverage) }

    public var tileCount: Int { columns * rows }

    /// All tiles, row by row.
    public var tiles: some Sequence<TileIndex> {
        (0..<rows).lazy.flatMap { y in (0..<columns).lazy.map { x in TileIndex(x: x, y: y) } }
    }

    public func contains(_ tile: TileIndex) -> Bool {
        (0..<columns).contains(tile.x) && (0..<rows).contains(tile.y)
    }

    /// The full-image pixels that `tile` covers, clipped at the image's right and bottom edge.
    public func coverage(of tile: TileIndex) -> PixelRect {
        Self.cell(tile, side: coverage, in: imageSize)
    }

    /// The stored pixels of `tile`, in the level's own coordinates.
    public func storedPixels(of tile: TileIndex) -> PixelRect {
        Self.cell(tile, side: tileSide, in: pixelSize)
    }

    /// The tile under a full-image pixel, as a viewer computes it: `floor(x / coverage)`.
    public func tile(atX x: Int, y: Int) -> TileIndex {
        TileIndex(x: x / coverage, y: y / coverage)
    }

    private static func cell(_ tile: TileIndex, side: Int, in size: PixelSize) -> PixelRect {
        let x = tile.x * side
        let y = tile.y * side
        return PixelRect(
            x: x, y: y, width: min(side, size.width - x), height: min(side, size.height - y))
    }
}
