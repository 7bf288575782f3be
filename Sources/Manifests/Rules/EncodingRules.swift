/// The rules on how pixels become files.
enum EncodingRules {
    /// `lossless: true` stands on images and thumbnails whose format can be lossy or lossless.
    ///
    /// In `defaults` it is for those images that have such a format, and no fault for the others.
    enum LosslessHasEffect: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            EncodingsWrittenHere.of(entry).compactMap { written, encoding in
                guard let lossless = written.lossless.given, lossless.value,
                    let format = encoding.format, !format.has(.lossless),
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

    /// `compression` stands on images and thumbnails in PNG. In `defaults` it is for those that are.
    enum CompressionHasEffect: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            EncodingsWrittenHere.of(entry).compactMap { written, encoding in
                guard let compression = written.compression.given,
                    let format = encoding.format, !format.has(.compression),
                    let fileExtension = encoding.fileExtension.value(default: "jpg")
                else { return nil }
                return compression.place.error(
                    "'compression' is for png, not for \(fileExtension); "
                        + "change 'extension' or leave it out"
                )
            }
        }
    }

    /// `quality` on an image in PNG does nothing, unless one of its thumbnails takes it over: worth a
    /// warning, as nothing is cut differently from what was asked for.
    enum QualityHasEffect: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            let image = entry.settings.encoding
            guard let thumbnails = entry.settings.thumbnails.value(default: []) else { return [] }
            let isTakenOver = thumbnails.contains { thumbnail in
                thumbnail.encoding.quality.isAbsent
                    && thumbnail.encoding.over(image).format?.has(.quality) ?? true
            }
            return EncodingsWrittenHere.of(entry).compactMap { written, encoding in
                guard let quality = written.quality.given, let format = encoding.format,
                    !format.has(.quality),
                    let fileExtension = encoding.fileExtension.value(default: "jpg")
                else { return nil }
                if isTakenOver, entry.own.encoding.quality.given?.place.start == quality.place.start
                {
                    return nil
                }
                return quality.place.warning("'quality' has no effect on \(fileExtension)")
            }
        }
    }

    /// The encodings that an entry itself says something of: its own, and those of thumbnails that
    /// stand on it or have an extension of their own.
    enum EncodingsWrittenHere {
        /// Each as written, and with what it takes over.
        static func of(_ entry: ImageEntry) -> [(
            written: EncodingSettings, complete: EncodingSettings
        )] {
            let image = entry.settings.encoding
            let isThumbnailOwn = !entry.own.thumbnails.isAbsent
            let thumbnails = (entry.settings.thumbnails.given?.value ?? [])
                .map(\.encoding)
                .filter { isThumbnailOwn || !$0.fileExtension.isAbsent }
                .map { ($0, $0.over(image)) }
            return [(entry.own.encoding, image)] + thumbnails
        }
    }
}
