/// The thumbnails of an image have names that differ by more than case and normalisation.
enum ThumbnailNamesDiffer: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        var findings: [Diagnostic] = []
        for name in (entry.settings.thumbnails.given?.value ?? []).compactMap(\.name.given) {
            guard let first = seen.updateValue(name, forKey: PathComponent.folded(name.value))
            else { continue }
            seen[PathComponent.folded(name.value)] = first
            let fault =
                name.value.isExactly(first.value)
                ? "another thumbnail is named \(name.value.quoted) too"
                : "\(name.value.quoted) and the thumbnail \(first.value.quoted) "
                    + "differ only in case or Unicode normalisation"
            findings.append(name.place.error("\(fault), on line \(first.place.line)"))
        }
        return findings
    }
}
