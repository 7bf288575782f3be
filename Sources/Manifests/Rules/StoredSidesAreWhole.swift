import TilePyramid

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
