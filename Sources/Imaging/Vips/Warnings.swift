import Glibc
import Synchronization

/// Warnings about one source, each once, in the order in which they came.
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
    /// - Throws: `ImagingError.damaged` for a warning which means that pixels were made up.
    func add(_ logged: [String], format: String) throws(ImagingError) {
        for message in logged {
            if Self.changesPixels(message) {
                throw ImagingError.damaged(format: format, detail: message)
            }
            if !Self.isAboutMetadata(message) { add(message) }
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

    /// Metadata never reach a tile.
    private static func isAboutMetadata(_ message: String) -> Bool {
        [
            "exif", "resolution", "unknown field with tag", "xmp",
            // Its numbers are read from the file by other means.
            "ignoring nclx profile",
        ]
        .contains { message.lowercased().contains($0) }
    }
}

/// Collects libvips' log messages by the thread that they come from: with a concurrency of 1 that
/// is the thread of the call that caused them.
enum VipsWarnings {
    private static let messages = Mutex<[UInt: [String]]>([:])

    /// Runs `body` and returns what it logged beside its result.
    static func collecting<Result>(_ body: () throws -> Result) rethrows -> (Result, [String]) {
        let thread = current
        // A collection inside another one keeps its messages from it.
        let outer = messages.withLock { messages in
            defer { messages[thread] = [] }
            return messages[thread]
        }
        defer { messages.withLock { $0[thread] = outer } }
        let result = try body()
        return (result, messages.withLock { $0[thread] ?? [] })
    }

    /// Messages from threads that nobody collects for are libvips' own business.
    fileprivate static func record(_ message: String) {
        let thread = current
        messages.withLock { $0[thread]?.append(message) }
    }

    private static var current: UInt { UInt(pthread_self()) }
}

/// Called by GLib on any thread, so it belongs to no actor.
nonisolated func recordVipsWarning(_ message: UnsafePointer<CChar>?) {
    if let message { VipsWarnings.record(String(cString: message)) }
}
