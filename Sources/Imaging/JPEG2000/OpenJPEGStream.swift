import COpenJPEG
import Files

/// What OpenJPEG reads a codestream through: the bytes of an open file, by place.
final class OpenJPEGStream {
    let pointer: UnsafeMutablePointer<opj_stream_t?>
    /// Whether bytes were asked for behind the last one.
    var hasMetEnd: Bool { input.hasMetEnd }
    /// Why the file could not be read.
    var failure: SystemError? { input.failure }
    /// Whether the marker at the codestream's end was asked for that the file lacks.
    var lacksEndMarker: Bool { input.lacksEndMarker }
    private let input: Input

    /// - Parameters:
    ///   - range: where the codestream is in the file.
    ///   - isWholeWithoutEnd: whether all of it is there but for the marker at its end: then a marker is
    ///     read there all the same.
    init(_ source: OpenSource, range: Range<Int>, isWholeWithoutEnd: Bool) {
        guard let pointer = opj_stream_create(1 << 16, 1) else {
            preconditionFailure("a stream takes but memory to make")
        }
        self.pointer = pointer
        input = Input(source, range, isWholeWithoutEnd: isWholeWithoutEnd)
        // SAFETY: OpenJPEG calls back while it reads, and the stream is destroyed with `input` alive.
        opj_stream_set_user_data(pointer, Unmanaged.passUnretained(input).toOpaque(), nil)
        let length = range.count + (isWholeWithoutEnd ? 2 : 0)
        opj_stream_set_user_data_length(pointer, UInt64(length))
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
        var lacksEndMarker = false
        /// Why the file could not be read.
        var failure: SystemError?
        /// Where reading ends: behind the marker that the file lacks.
        private let end: Int

        init(_ source: OpenSource, _ range: Range<Int>, isWholeWithoutEnd: Bool) {
            self.source = source
            self.range = range
            position = range.lowerBound
            end = range.upperBound + (isWholeWithoutEnd ? Self.endMarker.count : 0)
        }

        private static let endMarker: [UInt8] = [0xff, 0xd9]

        /// - Returns: the bytes read, or `nil` at the end and where the file cannot be read.
        func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            let got =
                position < range.upperBound ? readFile(buffer) : readEndMarker(into: buffer)
            guard let got, got > 0 else {
                hasMetEnd = failure == nil
                return nil
            }
            position += got
            return got
        }

        private func readFile(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
            let wanted = min(buffer.count, range.upperBound - position)
            do {
                return try source.read(
                    UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: position)
            } catch {
                failure = error
                return nil
            }
        }

        private func readEndMarker(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let rest = Self.endMarker.suffix(end - position).prefix(buffer.count)
            if !rest.isEmpty { lacksEndMarker = true }
            buffer.copyBytes(from: rest)
            return rest.count
        }

        /// - Parameter place: from the codestream's start.
        func seek(to place: Int) -> Bool {
            guard place >= 0, place <= end - range.lowerBound else {
                hasMetEnd = true
                return false
            }
            position = range.lowerBound + place
            return true
        }

        var place: Int { position - range.lowerBound }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Input {
            guard let pointer else { preconditionFailure("every stream has been given its input") }
            // SAFETY: the stream's owner holds the input as long as the stream.
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
