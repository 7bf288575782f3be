import Glibc

/// Reads the rows of a picture, as they are packed in the file, from the first to the last.
protocol TIFFRows: AnyObject {
    /// Bytes that reading holds.
    var memory: Int { get }

    /// Reads row `y`, in parts.
    func read(_ y: Int, _ take: (TIFFRun) -> Void) throws(ImagingError)
}

/// Pixels of one row that are packed together.
struct TIFFRun {
    let packed: UnsafeRawPointer
    let first: Int
    let count: Int
    /// Which of the samples that are wanted this is, or `nil` where a pixel's samples are together.
    var sample: Int?
}

/// Memory for what is decoded, 0 at first. The system gives it as it is written to: what a header
/// claims costs nothing.
final class DecodedBytes {
    let bytes: UnsafeMutableRawBufferPointer

    /// - Throws: `ImagingError.cannotRead` where there is not so much.
    init(_ count: Int) throws(ImagingError) {
        guard let start = calloc(max(count, 1), 1) else {
            throw .cannotRead("cannot be read: \(count) bytes of memory are not to be had")
        }
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit { free(bytes.baseAddress) }

    /// What `kept` holds, made where it holds nothing yet.
    static func kept(_ kept: inout DecodedBytes?, count: Int) throws(ImagingError) -> DecodedBytes {
        if let kept { return kept }
        let made = try DecodedBytes(count)
        kept = made
        return made
    }

    /// A part of it.
    func slice(at start: Int, count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + count])
    }
}

extension UnsafeMutableRawBufferPointer {
    func clear() {
        if let baseAddress { memset(baseAddress, 0, count) }
    }
}
