/// `quality` on an image in PNG does nothing, unless one of its thumbnails takes it over: worth a
/// warning, as nothing is cut differently from what was asked for.
enum QualityHasEffect: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        let image = entry.settings.encoding
        guard let thumbnails = entry.settings.thumbnails.value(default: []) else { return [] }
        let isTakenOver = thumbnails.contains { thumbnail in
            thumbnail.encoding.quality.isAbsent && thumbnail.encoding.over(image).format != .png
        }
        return EncodingsWrittenHere.of(entry).compactMap { written, encoding in
            guard let quality = written.quality.given, encoding.format == .png else { return nil }
            if isTakenOver, entry.own.encoding.quality.given?.place.start == quality.place.start {
                return nil
            }
            return quality.place.warning("'quality' has no effect on png")
        }
    }
}
