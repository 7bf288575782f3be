import CTIFF
import CTIFFHandle
import Files

/// A TIFF file opened through libtiff, which stands at one of its directories. One thread at a time
/// uses it.
final class TIFFHandle {
    let source: OpenSource
    private let handle: UnsafeMutablePointer<ctiff_handle>
    private let messages: Messages
    /// The directory's compression.
    var compression = Int(COMPRESSION_NONE)
    /// How strips and tiles are stored that have a checksum.
    var deflated: DeflateCheck.Storage?
    private var madeCheck: DeflateCheck?

    /// What libtiff said since it was last asked.
    fileprivate final class Messages {
        /// The first: later ones follow from it.
        var error: String?
        var warnings: [String] = []
    }

    /// - Throws: `ImagingError`, by name for what libtiff cannot read however whole it is.
    init(_ source: OpenSource) throws(ImagingError) {
        self.source = source
        let messages = Messages()
        self.messages = messages
        var failed = ctiff_handle()
        // SAFETY: the messages live as long as the handle that reports to them.
        let handle = ctiff_open(
            source.descriptor, Int64(source.size), takeTIFFMessage,
            Unmanaged.passUnretained(messages).toOpaque(), &failed)
        guard let handle else { throw Self.failure(messages, failed) }
        self.handle = handle
    }

    deinit { ctiff_close(handle) }

    /// libtiff's own handle.
    var tiff: OpaquePointer { handle.pointee.tiff }

    /// Made when it is first wanted.
    func deflateCheck() throws(ImagingError) -> DeflateCheck {
        if let madeCheck { return madeCheck }
        let made = try DeflateCheck()
        madeCheck = made
        return made
    }

    /// What came of a call.
    enum Outcome {
        case done
        /// It gave all that it was to give, of which a part was made up.
        case doubtful(ImagingError)
        /// What it gave means nothing.
        case failed(ImagingError)
    }

    /// Makes a call of libtiff's that decodes.
    ///
    /// - Parameter call: returns whether it succeeded.
    /// - Returns: what came of it, and what else libtiff said, less what is known to be harmless.
    func decoding(_ call: (OpaquePointer) -> Bool) -> (outcome: Outcome, warnings: [String]) {
        guard listening(to: call), messages.error == nil else {
            let failure = Self.failure(messages, handle.pointee)
            // So many ways of it are about that what libtiff makes nothing of is no sign of damage.
            if compression == Int(COMPRESSION_OJPEG), handle.pointee.met_end == 0,
                case .damaged(_, let detail) = failure
            {
                return (.failed(.unsupportedPixels("old-style JPEG in TIFF (\(detail))")), [])
            }
            return (.failed(failure), [])
        }
        if messages.warnings.isEmpty { return (.done, []) }
        let doubt = messages.warnings.first(where: TIFFMessage.meansMadeUpPixels)
        let rest = messages.warnings.filter {
            !TIFFMessage.isHarmless($0) && !TIFFMessage.meansMadeUpPixels($0)
        }
        if let doubt { return (.doubtful(.damaged(format: "TIFF", detail: doubt)), rest) }
        return (.done, rest)
    }

    /// Makes a call that goes to a directory.
    ///
    /// - Parameter call: returns whether it succeeded.
    /// - Returns: what libtiff said of the directory, errors too: some cost only a tag.
    /// - Throws: `ImagingError` where it did not succeed.
    func going(_ call: (OpaquePointer) -> Bool) throws(ImagingError) -> [String] {
        guard listening(to: call) else { throw Self.failure(messages, handle.pointee) }
        return messages.warnings + (messages.error.map { [$0] } ?? [])
    }

    private func listening(to call: (OpaquePointer) -> Bool) -> Bool {
        messages.error = nil
        messages.warnings.removeAll(keepingCapacity: true)
        handle.pointee.met_end = 0
        handle.pointee.read_error = 0
        return call(tiff)
    }

    private static func failure(_ messages: Messages, _ handle: ctiff_handle) -> ImagingError {
        if handle.read_error != 0 {
            return .cannotRead("cannot be read: \(SystemError.text(handle.read_error))")
        }
        return TIFFMessage.failure(
            messages.error ?? messages.warnings.first ?? "it cannot be decoded",
            isAtEnd: handle.met_end != 0)
    }
}

/// Called by libtiff on the thread that uses the handle, so it belongs to no actor.
nonisolated func takeTIFFMessage(
    _ context: UnsafeMutableRawPointer?, _ isError: Int32, _ text: UnsafePointer<CChar>?
) {
    guard let context, let text else { preconditionFailure("libtiff passes on what it was given") }
    // SAFETY: `TIFFHandle` passed its messages, which live longer than libtiff's handle.
    let messages = Unmanaged<TIFFHandle.Messages>.fromOpaque(context).takeUnretainedValue()
    let line = String(cString: text).inOneLine
    if isError == 0 {
        // A broken strip has one warning a row.
        if messages.warnings.count < 64 { messages.warnings.append(line) }
    } else if messages.error == nil {
        messages.error = line
    }
}

extension String {
    /// Without the file's name, which libtiff has not been told.
    fileprivate var inOneLine: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.hasPrefix(": ") ? String(line.dropFirst(2)) : line
    }
}
