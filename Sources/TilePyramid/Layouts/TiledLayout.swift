/// Layout `tiled`: THTiledImageView's path rule. `tileSizes` has the coverage of a tile, one entry
/// a level; level 1 is the most zoomed out.
package struct TiledLayout: Layout {
    package static let name = "tiled"
    package static let keys: [LayoutKey] = [.tileSizes, .minTileLevel, .maxTileLevel, .density]

    /// Coverage of a tile, one entry a level; level `L` uses `tileSizes[L - 1]`.
    package let tileSizes: [Int]
    /// The levels cut are `minTileLevel...maxTileLevel`, 1-based.
    package let minTileLevel: Int
    package let maxTileLevel: Int
    package let density: Density

    /// - Precondition: `1 <= minTileLevel <= maxTileLevel <= tileSizes.count`; and of the levels
    ///   cut, each coverage is a whole number of stored pixels (see `nearestWholeCoverages`).
    package init(tileSizes: [Int], minTileLevel: Int, maxTileLevel: Int, density: Density) {
        precondition(
            1 <= minTileLevel && minTileLevel <= maxTileLevel && maxTileLevel <= tileSizes.count,
            "level bounds are checked where a manifest is read")
        self.tileSizes = tileSizes
        self.minTileLevel = minTileLevel
        self.maxTileLevel = maxTileLevel
        self.density = density
        precondition(
            (minTileLevel...maxTileLevel).allSatisfy {
                tileSizes[$0 - 1] % (1 << halvings($0)) == 0
            }, "a tile's stored side is a whole number; manifests are checked for it")
    }

    package init(_ settings: LayoutSettings) {
        let sizes = settings.tileSizes ?? Self.builtInSizes
        self.init(
            tileSizes: sizes, minTileLevel: settings.minTileLevel ?? 1,
            maxTileLevel: settings.maxTileLevel ?? sizes.count, density: settings.density ?? .two)
    }

    private static let builtInSizes = [512, 256, 128]

    private func halvings(_ level: Int) -> Int {
        density.halvings(level: level, maxTileLevel: maxTileLevel)
    }

    package func levels(of imageSize: PixelSize) -> [Level] {
        (minTileLevel...maxTileLevel).map { number in
            let halvings = halvings(number)
            return Level(
                number: number, halvings: halvings, tileSide: tileSizes[number - 1] >> halvings,
                imageSize: imageSize)
        }
    }

    /// All levels of the manifest, also those that are not cut.
    package func coverages(of imageSize: PixelSize) -> [Int] { tileSizes }

    /// Where two levels have one size nothing may differ but the level's number, which is part of
    /// the file name; so a name, a size, a level and a tile make a path of their own.
    package func tilePath(name: String, extension ext: String) -> String {
        "{size}/\(TilePaths.literal(name))_{size}_{level}_{x}_{y}.\(ext)"
    }

    package var tileSides: [TileSide] {
        (minTileLevel...maxTileLevel).map { level in
            TileSide(
                tile: "a tile of level \(level)", pixels: tileSizes[level - 1] >> halvings(level),
                key: .tileSizes, element: level - 1)
        }
    }

    package func longestNames(name: String, extension ext: String) -> [String] {
        (minTileLevel...maxTileLevel).map { level in
            "\(name)_\(tileSizes[level - 1])_\(level)_1234567_1234567.\(ext)"
        }
    }

    package func topLevelNames(of name: String) -> Set<String> {
        Set((minTileLevel...maxTileLevel).map { String(tileSizes[$0 - 1]) })
    }

    package var recipe: [LayoutRecipeLine] {
        (minTileLevel...maxTileLevel).map { level in
            LayoutRecipeLine(
                .level(level), .tileSizes,
                .inlineObject([
                    ("tileSize", .integer(tileSizes[level - 1])),
                    ("halvings", .integer(halvings(level))),
                ]))
        } + [
            LayoutRecipeLine(
                .descriptor, .tileSizes, .inlineArray(tileSizes.map { .integer($0) })),
            LayoutRecipeLine(.descriptor, .density, .string(density.description)),
        ]
    }
}

/// What is asked of the settings.
extension TiledLayout {
    package static func faults(in settings: LayoutSettings) -> [LayoutFault] {
        guard settings.areUsable(.tileSizes) else { return [] }
        let bounds = faultsOfBounds(in: settings)
        guard bounds.isEmpty,
            settings.areUsable(.minTileLevel, .maxTileLevel, .density)
        else { return bounds }
        return faultsOfSides(in: settings)
    }

    /// `1 <= minTileLevel <= maxTileLevel <= N`, where `tileSizes` has N entries.
    private static func faultsOfBounds(in settings: LayoutSettings) -> [LayoutFault] {
        let sizes = settings.tileSizes ?? builtInSizes
        let count = sizes.count == 1 ? "is 1 tile size" : "are \(sizes.count) tile sizes"
        if let max = settings.maxTileLevel, max > sizes.count {
            return [
                LayoutFault(.maxTileLevel, "'maxTileLevel' is \(max), but there \(count)")
            ]
        }
        guard let min = settings.minTileLevel else { return [] }
        if min > sizes.count {
            return [
                LayoutFault(.minTileLevel, "'minTileLevel' is \(min), but there \(count)")
            ]
        }
        if let max = settings.maxTileLevel, min > max {
            return [
                LayoutFault(
                    .minTileLevel, related: .maxTileLevel,
                    "'minTileLevel' is \(min), but 'maxTileLevel' is \(max)")
            ]
        }
        return []
    }

    /// A tile of a level that is stored at the scale `r` is `coverage * r` pixels wide: a whole
    /// number of at least 1.
    private static func faultsOfSides(in settings: LayoutSettings) -> [LayoutFault] {
        let sizes = settings.tileSizes ?? builtInSizes
        let range = (settings.minTileLevel ?? 1)...(settings.maxTileLevel ?? sizes.count)
        let density = settings.density ?? .two
        func halvings(_ level: Int) -> Int {
            density.halvings(level: level, maxTileLevel: range.upperBound)
        }
        // Of levels so far down that no size works one is told of: they have one remedy.
        let hopeless = Set(range.filter { halvings($0) > 15 }.dropFirst())
        return range.filter { !hopeless.contains($0) }.compactMap { level in
            let size = sizes[level - 1]
            let halvings = halvings(level)
            guard halvings > 15 || size % (1 << halvings) != 0 else { return nil }
            let scale = halvings < 20 ? "1/\(1 << halvings)" : "1/2^\(halvings)"
            return LayoutFault(
                .tileSizes, element: level - 1, related: .density,
                "level \(level) is stored at \(scale) of the full size, where a tile of \(size) "
                    + "is not a whole number of pixels; \(advice(size, halvings)), or a higher "
                    + "density than \(density)")
        }
    }

    private static func advice(_ size: Int, _ halvings: Int) -> String {
        // 2^16 is more than any tile size.
        guard halvings <= 15 else { return "no size works: use fewer levels" }
        let nearest = nearestWholeCoverages(to: size, halvings: halvings)
        let sizes = [nearest.below, nearest.above].compactMap(\.self).filter { $0 <= 65535 }
        return "use " + sizes.map(String.init).joined(separator: " or ")
    }

    /// The coverage nearest to `coverage` whose tiles are a whole number of at least 1 stored
    /// pixels after `halvings`, below and above; `nil` below where there is none.
    package static func nearestWholeCoverages(to coverage: Int, halvings: Int)
        -> (below: Int?, above: Int)
    {
        // No coverage is so large; and a shift by the width of an `Int` would leave nothing.
        let step = 1 << min(halvings, 40)
        let below = coverage / step * step
        let above = coverage.dividedRoundingUp(by: step) * step
        return (below > 0 ? below : nil, max(above, step))
    }
}
