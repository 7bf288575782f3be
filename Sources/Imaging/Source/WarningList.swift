import Synchronization

/// Remarks on one source, each once, in the order in which they came.
final class WarningList: Sendable {
    private let texts: Mutex<[String]>

    init(_ texts: [String]) { self.texts = Mutex(texts) }

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) {
        texts.withLock { texts in
            if !texts.contains(text) && texts.count < 8 { texts.append(text) }
        }
    }

    /// Takes what libvips logged while decoding.
    ///
    /// - Throws: `ImagingError.damaged` for a remark which means that pixels were made up.
    func add(_ logged: [String], format: String) throws(ImagingError) {
        for message in logged {
            if Self.changesPixels(message) {
                throw ImagingError.damaged(format: format, detail: message)
            }
            if !Self.isChatter(message) { add(message) }
        }
    }

    /// libjpeg's words for data that it could not decode and filled up.
    private static func changesPixels(_ message: String) -> Bool {
        [
            "premature end", "bad huffman code", "bad arithmetic code", "found marker",
            "inconsistent",
        ]
        .contains { message.lowercased().contains($0) }
    }

    /// Remarks on metadata, which never reaches a tile.
    private static func isChatter(_ message: String) -> Bool {
        [
            "exif", "resolution", "unknown field with tag", "xmp",
            // Its numbers are read from the file by other means.
            "ignoring nclx profile",
        ]
        .contains { message.lowercased().contains($0) }
    }
}
