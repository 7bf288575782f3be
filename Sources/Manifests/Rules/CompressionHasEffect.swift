/// `compression` stands on images and thumbnails in PNG. In `defaults` it is for those that are.
enum CompressionHasEffect: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        EncodingsWrittenHere.of(entry).compactMap { written, encoding in
            guard let compression = written.compression.given,
                let format = encoding.format, !format.hasCompression,
                let fileExtension = encoding.fileExtension.value(default: "jpg")
            else { return nil }
            return compression.place.error(
                "'compression' is for png, not for \(fileExtension); "
                    + "change 'extension' or leave it out"
            )
        }
    }
}
