import TilePyramid

/// Layout `tiled` is the one that is cut.
enum LayoutIsTiled: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        guard let layout = entry.settings.layout.given, layout.value != .tiled else { return [] }
        return [
            layout.place.error(
                "layout \(layout.value.rawValue.quoted) is not supported by this version "
                    + "of tilecut; use 'tiled'"
            )
        ]
    }
}

/// `1 <= minTileLevel <= maxTileLevel <= N`, where `tileSizes` has N entries.
enum LevelsExist: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        let settings = entry.settings
        let builtIn = ImageSettings.builtInTileSizes.map { Located(value: $0, place: entry.place) }
        guard let sizes = settings.tileSizes.value(default: builtIn) else { return [] }
        let count = sizes.count == 1 ? "is 1 tile size" : "are \(sizes.count) tile sizes"
        if let max = settings.maxTileLevel.given, max.value > sizes.count {
            return [max.place.error("'maxTileLevel' is \(max.value), but there \(count)")]
        }
        guard let min = settings.minTileLevel.given else { return [] }
        if min.value > sizes.count {
            return [min.place.error("'minTileLevel' is \(min.value), but there \(count)")]
        }
        if let max = settings.maxTileLevel.given, min.value > max.value {
            return [
                min.place.error(
                    "'minTileLevel' is \(min.value), but 'maxTileLevel' "
                        + "is \(max.value) (line \(max.place.line))"
                )
            ]
        }
        return []
    }
}

/// A tile of a level that is stored at the scale `r` is `coverage * r` pixels wide: a whole number
/// of at least 1.
enum StoredSidesAreWhole: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        guard let levels = entry.settings.cutLevels(at: entry.place) else { return [] }
        // Of levels so far down that no size works one is told of: they have one remedy.
        let hopeless = levels.range.filter { levels.halvings($0) > 15 }.dropFirst()
        return levels.range.filter { !hopeless.contains($0) }.compactMap { level in
            let size = levels.size(level)
            let halvings = levels.halvings(level)
            guard halvings > 15 || size.value % (1 << halvings) != 0 else {
                return nil
            }
            return size.place.error(
                message(level, size.value, halvings, of: levels)
                    + density(entry, apartFrom: size.place))
        }
    }

    private static func message(_ level: Int, _ size: Int, _ halvings: Int, of levels: CutLevels)
        -> String
    {
        let scale = halvings < 20 ? "1/\(1 << halvings)" : "1/2^\(halvings)"
        let fault =
            "level \(level) is stored at \(scale) of the full size, where "
            + "a tile of \(size) is not a whole number of pixels"
        return fault + "; " + advice(size, halvings)
            + ", or a higher density than \(levels.density)"
    }

    private static func advice(_ size: Int, _ halvings: Int) -> String {
        // 2^16 is more than any tile size.
        guard halvings <= 15 else { return "no size works: use fewer levels" }
        let nearest = TiledLayout.nearestWholeCoverages(to: size, halvings: halvings)
        let sizes = [nearest.below, nearest.above].compactMap { $0 }.filter { $0 <= 65535 }
        return "use " + sizes.map(String.init).joined(separator: " or ")
    }

    /// Where the density is written, if it is far from the size.
    private static func density(_ entry: ImageEntry, apartFrom place: Place) -> String {
        guard let density = entry.settings.density.given, density.place.line != place.line else {
            return ""
        }
        return " (line \(density.place.line))"
    }
}

/// No tile is wider than its file format can hold.
enum StoredSidesFitTheFormat: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        guard let levels = entry.settings.cutLevels(at: entry.place),
            let fileExtension = entry.settings.encoding.fileExtension.value(default: "jpg"),
            let format = ImageFormat(fileExtension: fileExtension)
        else { return [] }
        return levels.range.compactMap { level in
            let size = levels.size(level)
            let halvings = levels.halvings(level)
            guard halvings < 16, size.value >> halvings > format.maxSide else { return nil }
            let side = size.value >> halvings
            return size.place.error(
                "a tile of level \(level) is \(side) pixels wide in its file; "
                    + "\(fileExtension) holds at most \(format.maxSide)"
            )
        }
    }
}
