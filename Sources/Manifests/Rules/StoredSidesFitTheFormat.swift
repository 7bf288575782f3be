import TilePyramid

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
