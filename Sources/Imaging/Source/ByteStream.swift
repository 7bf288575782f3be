import Files

/// A file's bytes in order, through a buffer.
struct ByteStream {
    private let file: OpenSource
    private var buffer: [UInt8] = []
    private var cursor = 0
    /// Where the buffer ends in the file.
    private var end: Int

    init(_ file: OpenSource, at offset: Int) {
        self.file = file
        end = offset
    }

    /// Where the next byte stands in the file.
    var offset: Int { end - (buffer.count - cursor) }

    /// The next byte, or `nil` at the file's end.
    ///
    /// - Throws: `ImagingError.cannotRead`.
    mutating func next() throws(ImagingError) -> UInt8? {
        if cursor == buffer.count {
            buffer = try file.bytes(at: end, count: 1 << 16)
            cursor = 0
            end += buffer.count
            if buffer.isEmpty { return nil }
        }
        defer { cursor += 1 }
        return buffer[cursor]
    }

    /// The next `count` bytes, fewer at the file's end.
    mutating func take(_ count: Int) throws(ImagingError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count, let byte = try next() { bytes.append(byte) }
        return bytes
    }

    /// - Returns: whether the file has as many bytes.
    mutating func skip(_ count: Int) throws(ImagingError) -> Bool {
        if count <= buffer.count - cursor {
            cursor += count
            return true
        }
        let place = offset + count
        buffer = []
        cursor = 0
        end = place
        return place <= file.size
    }
}

extension OpenSource {
    /// `count` bytes at `offset` that hold pixels. What a file that ends early lacks is zero, where
    /// the log lets damage pass.
    ///
    /// - Throws: `ImagingError.damaged`, `.cannotRead`.
    func pixelBytes(at offset: Int, count: Int, format: String, log: SourceLog)
        throws(ImagingError) -> [UInt8]
    {
        var bytes = try bytes(at: offset, count: count)
        if bytes.count < count {
            try log.damaged(.damaged(format: format, detail: "premature end of file"))
            bytes += [UInt8](repeating: 0, count: count - bytes.count)
        }
        return bytes
    }
}
