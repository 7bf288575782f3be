import Synchronization

/// What reading one source met that did not end it: warnings, each once, in the order in which they
/// came, and damage where its pixels are kept all the same.
final class SourceLog: Sendable {
    /// Whether what can be decoded of a damaged file is cut.
    let keepsDamaged: Bool
    private let texts = Mutex<[String]>([])
    private let chosen = Mutex<ImagingError?>(nil)

    init(keepsDamaged: Bool) { self.keepsDamaged = keepsDamaged }

    var warnings: [String] { texts.withLock { $0 } }

    /// The damage that was met, `nil` of a whole file. Rows and thumbnails are read at the same time:
    /// where they met different kinds, one of them is chosen whichever came first.
    var damage: ImagingError? { chosen.withLock { $0 } }

    func warn(_ text: String) {
        texts.withLock { texts in
            if !texts.contains(text) && texts.count < 8 { texts.append(text) }
        }
    }

    /// Notes damage after which the decoder can go on, with the rest as it leaves it.
    ///
    /// - Throws: `error` itself where damaged files are not kept, or where it is no damage.
    func damaged(_ error: ImagingError) throws(ImagingError) {
        guard keepsDamaged, case .damaged = error else { throw error }
        let text = error.description
        chosen.withLock { if $0.map({ text < $0.description }) ?? true { $0 = error } }
    }

    /// Takes what libvips logged while decoding a file of `format`.
    ///
    /// - Throws: `ImagingError.damaged` for a warning which means that pixels were made up.
    func take(_ logged: [String], format: String) throws(ImagingError) {
        // Of a damaged file libvips tells again what is wrong with it.
        guard damage == nil else { return }
        for message in logged {
            func says(_ words: [String: [String]]) -> Bool {
                (words[format] ?? []).contains { message.lowercased().contains($0) }
            }
            if says(Self.madeUp) {
                try damaged(.damaged(format: format, detail: message))
            } else if !says(Self.readElsewhere) && !Self.isAboutMetadata(message) {
                warn(message)
            }
        }
    }

    /// The words of a format's library for data that it could not decode and filled up: libjpeg's, which
    /// decodes what JPEG compresses in TIFF, too.
    private static let madeUp: [String: [String]] = {
        let libjpeg = [
            "premature end", "bad huffman code", "bad arithmetic code", "found marker",
            "inconsistent",
        ]
        return ["JPEG": libjpeg, "TIFF": libjpeg]
    }()

    /// How messages begin that are about what is read from the file by other means, with warnings of
    /// its own.
    private static let readElsewhere = [
        "PNG": ["chrm: ", "gama: ", "srgb: chrm chunk", "srgb: gamma", "iccp: too many profiles"],
        "HEIF": ["ignoring nclx profile"],
    ]

    /// Metadata never reach a tile.
    private static func isAboutMetadata(_ message: String) -> Bool {
        ["exif", "resolution", "unknown field with tag", "xmp"]
            .contains { message.lowercased().contains($0) }
    }
}
