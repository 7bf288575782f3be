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
