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
