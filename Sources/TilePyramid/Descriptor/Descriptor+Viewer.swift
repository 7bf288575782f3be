/// What a viewer asks of a descriptor. The rules are those of the viewers, so that an app, a test
/// and the cutter agree on which tile stands where.
extension Descriptor {
    /// The image's first layout: `tiled`, unless its manifest says otherwise.
    public var layout: LayoutEntry { layouts[0] }

    /// The level of the first layout that shows the image at `zoom` (1: one full-image pixel a
    /// point), by THTiledImageView's rule `maxTileLevel + round(log2(zoom))`, kept within the
    /// levels cut.
    public func level(forZoom zoom: Double) -> LevelEntry? {
        guard zoom > 0, zoom.isFinite else { return nil }
        let wanted = layout.maxTileLevel + Self.roundedLog2(zoom)
        let number = min(max(wanted, layout.minTileLevel), layout.maxTileLevel)
        return layout.levels.first { $0.level == number }
    }

    /// The tile of `level` under a full-image pixel; `nil` outside the image.
    public func tile(in level: LevelEntry, x: Int, y: Int) -> TileIndex? {
        guard (0..<imageSize.width).contains(x), (0..<imageSize.height).contains(y) else {
            return nil
        }
        return TileIndex(x: x / level.tileSize, y: y / level.tileSize)
    }

    /// A tile's path in the image's folder.
    ///
    /// - Parameter layout: the one that `level` is of; the first where none is given.
    public func path(
        of tile: TileIndex, in level: LevelEntry, layout: LayoutEntry? = nil
    ) -> String {
        (layout ?? self.layout).paths(name: name, imageSize: imageSize).path(of: tile, in: level)
    }

    /// `round(log2(value))` for positive finite numbers, without the C library: the exponent, plus
    /// one when the significand is at least the square root of two. It differs from the C
    /// library's answer only where that one's `log2` is itself rounded to a half.
    private static func roundedLog2(_ value: Double) -> Int {
        Int(value.exponent) + (value.significand >= 2.0.squareRoot() ? 1 : 0)
    }
}
