/// A thumbnail's name is one component of a path, and its file's name is short enough.
enum ThumbnailNamesAreUsable: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        (entry.settings.thumbnails.given?.value ?? []).compactMap { thumbnail in
            guard let name = thumbnail.name.given else { return nil }
            let text = name.value
            if let fault = PathComponent.fault(in: text) {
                return name.place.error("the name \(text.quoted) \(fault)")
            }
            let encoding = thumbnail.encoding.over(entry.settings.encoding)
            guard let fileExtension = encoding.fileExtension.value(default: "jpg") else {
                return nil
            }
            let length = text.utf8.count + 1 + fileExtension.utf8.count
            guard length > PathComponent.maxBytes else { return nil }
            return name.place.error(
                "the name \(text.quoted) makes a file name of \(length) bytes; "
                    + "at most \(PathComponent.maxBytes) are possible"
            )
        }
    }
}

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
