/// What a manifest says of the levels in layout `tiled` (THTiledImageView's path rule), before the
/// image's size is known.
public struct TiledLayout: Hashable, Sendable {
    /// Coverage of a tile, one entry a level; level `L` uses `tileSizes[L - 1]`.
    public let tileSizes: [Int]
    /// The levels cut are `minTileLevel...maxTileLevel`, 1-based.
    public let minTileLevel: Int
    public let maxTileLevel: Int
    public let density: Density

    /// - Precondition: `1 <= minTileLevel <= maxTileLevel <= tileSizes.count`; and of the levels
    ///   cut, each coverage is a whole number of stored pixels (see `nearestWholeCoverages`).
    public init(tileSizes: [Int], minTileLevel: Int, maxTileLevel: Int, density: Density) {
        precondition(
            1 <= minTileLevel && minTileLevel <= maxTileLevel && maxTileLevel <= tileSizes.count,
            "level bounds are checked where a manifest is read")
        self.tileSizes = tileSizes
        self.minTileLevel = minTileLevel
        self.maxTileLevel = maxTileLevel
        self.density = density
    }

    /// The levels that are cut, from the most zoomed out to the most detailed, of an image of
    /// `imageSize` pixels.
    public func levels(of imageSize: PixelSize) -> [Level] {
        (minTileLevel...maxTileLevel).map { number in
            Level(
                number: number,
                coverage: tileSizes[number - 1],
                halvings: density.halvings(level: number, maxTileLevel: maxTileLevel),
                imageSize: imageSize)
        }
    }

    /// Where two levels write the same path nothing may differ but the level's number, which is
    /// part of the file name; so a name, a size, a level and a tile make a path of their own.
    public static func path(name: String, level: Level, tile: TileIndex, extension ext: String)
        -> String
    {
        "\(level.coverage)/\(name)_\(level.coverage)_\(level.number)_\(tile.x)_\(tile.y).\(ext)"
    }

    /// The coverage nearest to `coverage` whose tiles are a whole number of at least 1 stored
    /// pixels after `halvings`, below and above; `nil` below where there is none.
    public static func nearestWholeCoverages(to coverage: Int, halvings: Int)
        -> (below: Int?, above: Int)
    {
        // No coverage is so large; and a shift by the width of an `Int` would leave nothing.
        let step = 1 << min(halvings, 40)
        let below = coverage / step * step
        let above = coverage.dividedRoundingUp(by: step) * step
        return (below > 0 ? below : nil, max(above, step))
    }
}
