import TilePyramid

/// The levels that an entry's images are cut into, before anything is known of their stored sizes.
struct CutLevels {
    /// 1-based numbers.
    let range: ClosedRange<Int>
    let sizes: [Located<Int>]
    let density: Density

    /// How often the full image is halved for level `level`.
    func halvings(_ level: Int) -> Int {
        density.halvings(level: level, maxTileLevel: range.upperBound)
    }

    /// Coverage of a tile of level `level`, and where it is written.
    func size(_ level: Int) -> Located<Int> { sizes[level - 1] }
}

extension ImageSettings {
    /// The built-in `tileSizes`.
    static let builtInTileSizes = [512, 256, 128]

    /// The levels; `nil` where something that says which is unusable. The built-in sizes are
    /// placed at `place`.
    func cutLevels(at place: Place) -> CutLevels? {
        let builtIn = Self.builtInTileSizes.map { Located(value: $0, place: place) }
        guard let sizes = tileSizes.value(default: builtIn),
            let density = density.value(default: .two),
            let min = minTileLevel.value(default: 1),
            let max = maxTileLevel.value(default: sizes.count),
            min <= max, max <= sizes.count
        else { return nil }
        return CutLevels(range: min...max, sizes: sizes, density: density)
    }
}
