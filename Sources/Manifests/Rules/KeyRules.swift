/// `tileSize`, `overlap`, `levels` and `baseURL` mean nothing in layout `tiled`.
enum NoKeysOfOtherLayouts: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        // With another layout, the layout is the fault and the keys are its own.
        guard entry.settings.layout.value(default: .tiled) == .tiled else { return [] }
        return entry.settings.keysOfOtherLayouts.map { key in
            key.place.error("\(key.value.rawValue.quoted) \(advice(key.value))")
        }
    }

    private static func advice(_ key: ImageKey) -> String {
        switch key {
        case .tileSize:
            "belongs to other layouts; in 'tiled' write 'tileSizes', a list with one size a level"
        case .overlap:
            "belongs to layout 'dzi'; tiles of 'tiled' do not overlap, leave it out"
        case .levels:
            "belongs to layout 'photoscroller'; in 'tiled' each of 'tileSizes' is a level, "
                + "and 'minTileLevel' and 'maxTileLevel' choose among them"
        case .baseURL:
            "belongs to layout 'iiif3'; paths in 'tiled' are relative, leave it out"
        default:
            "belongs to another layout than 'tiled'; leave it out"
        }
    }
}
