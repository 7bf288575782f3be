/// The encodings that an entry itself says something of: its own, and those of thumbnails that
/// stand on it or have an extension of their own.
enum EncodingsWrittenHere {
    /// Each as written, and with what it takes over.
    static func of(_ entry: ImageEntry) -> [(written: EncodingSettings, complete: EncodingSettings)]
    {
        let image = entry.settings.encoding
        let isThumbnailOwn = !entry.own.thumbnails.isAbsent
        let thumbnails = (entry.settings.thumbnails.given?.value ?? [])
            .map(\.encoding)
            .filter { isThumbnailOwn || !$0.fileExtension.isAbsent }
            .map { ($0, $0.over(image)) }
        return [(entry.own.encoding, image)] + thumbnails
    }
}
