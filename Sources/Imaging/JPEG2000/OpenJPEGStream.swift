import COpenJPEG
import Files

/// What OpenJPEG reads a codestream through: the bytes of an open file, by place.
final class OpenJPEGStream {
    let pointer: UnsafeMutablePointer<opj_stream_t?>
    /// Whether bytes were asked for behind the last one.
    var hasMetEnd: Bool { input.hasMetEnd }
    private let input: Input

    /// - Parameter range: where the codestream is in the file.
    init(_ source: OpenSource, range: Range<Int>) {
        guard let pointer = opj_stream_create(1 << 16, 1) else {
            preconditionFailure("a stream takes but memory to make")
        }
        self.pointer = pointer
        input = Input(source, range)
        // SAFETY: OpenJPEG calls back while it reads, and the stream is destroyed with `input` alive.
        opj_stream_set_user_data(pointer, Unmanaged.passUnretained(input).toOpaque(), nil)
        opj_stream_set_user_data_length(pointer, UInt64(range.count))
        opj_stream_set_read_function(pointer, readOpenJPEG)
        opj_stream_set_skip_function(pointer, skipOpenJPEG)
        opj_stream_set_seek_function(pointer, seekOpenJPEG)
    }

    deinit { opj_stream_destroy(pointer) }

    fileprivate final class Input {
        let source: OpenSource
        let range: Range<Int>
        var position: Int
        var hasMetEnd = false

        init(_ source: OpenSource, _ range: Range<Int>) {
            self.source = source
            self.range = range
            position = range.lowerBound
        }

        /// - Returns: the bytes read, or `nil` at the end and where the file cannot be read.
        func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            let wanted = min(buffer.count, range.upperBound - position)
            guard wanted > 0 else {
                hasMetEnd = true
                return nil
            }
            do {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
                let got = try source.read(part, at: position)
                position += got
                if got == 0 { hasMetEnd = true }
                return got > 0 ? got : nil
            } catch {
                return nil
            }
        }

        /// - Parameter place: from the codestream's start.
        func seek(to place: Int) -> Bool {
            guard place >= 0, place <= range.count else {
                hasMetEnd = true
                return false
            }
            position = range.lowerBound + place
            return true
        }

        var place: Int { position - range.lowerBound }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Input {
            guard let pointer else { preconditionFailure("every stream has been given its input") }
            return Unmanaged<Input>.fromOpaque(pointer).takeUnretainedValue()
        }
    }
}

// Called by OpenJPEG on the thread that decodes.

private nonisolated func readOpenJPEG(
    _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ input: UnsafeMutableRawPointer?
) -> Int {
    let read = OpenJPEGStream.Input.of(input)
        .read(UnsafeMutableRawBufferPointer(start: buffer, count: count))
    // All bits set is OpenJPEG's end of file.
    return read ?? -1
}

private nonisolated func skipOpenJPEG(_ count: Int64, _ input: UnsafeMutableRawPointer?) -> Int64 {
    let input = OpenJPEGStream.Input.of(input)
    let (place, overflow) = input.place.addingReportingOverflow(Int(count))
    return !overflow && input.seek(to: place) ? count : -1
}

private nonisolated func seekOpenJPEG(_ place: Int64, _ input: UnsafeMutableRawPointer?) -> Int32 {
    OpenJPEGStream.Input.of(input).seek(to: Int(place)) ? 1 : 0
}
