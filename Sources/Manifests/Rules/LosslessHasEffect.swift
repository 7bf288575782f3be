/// `lossless: true` stands on images and thumbnails whose format can be lossy or lossless.
///
/// In `defaults` it is for those images that have such a format, and no fault for the others.
enum LosslessHasEffect: EntryRule {
    static func check(_ entry: ImageEntry) -> [Diagnostic] {
        EncodingsWrittenHere.of(entry).compactMap { written, encoding in
            guard let lossless = written.lossless.given, lossless.value,
                let format = encoding.format, !format.hasLossless,
                let fileExtension = encoding.fileExtension.value(default: "jpg")
            else { return nil }
            return lossless.place.error(
                format == .png
                    ? "'lossless' is for webp and avif; png always is, leave it out"
                    : "'lossless' is for webp and avif, not for \(fileExtension); "
                        + "change 'extension' or leave it out"
            )
        }
    }
}
