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
