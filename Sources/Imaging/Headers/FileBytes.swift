import Glibc

/// A file's bytes by their place, for headers that libvips does not pass on.
final class FileBytes {
    private let file: Int32
    let count: Int

    /// - Throws: `ImagingError.cannotRead`.
    init(_ path: String) throws(ImagingError) {
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.unreadable() }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            let error = Self.unreadable()
            close(file)
            throw error
        }
        count = Int(status.st_size)
    }

    deinit { close(file) }

    /// Up to `count` bytes at `offset`: fewer where the file ends, none where it has ended.
    ///
    /// - Throws: `ImagingError.cannotRead`.
    func bytes(at offset: Int, count wanted: Int) throws(ImagingError) -> [UInt8] {
        guard offset >= 0, wanted > 0, offset < count else { return [] }
        var bytes = [UInt8](repeating: 0, count: min(wanted, count - offset))
        var done = 0
        while done < bytes.count {
            let got = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    file, buffer.baseAddress.map { $0 + done }, buffer.count - done,
                    off_t(offset + done))
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw Self.unreadable() }
            if got == 0 { break }
            done += got
        }
        return Array(bytes.prefix(done))
    }

    /// A big-endian number of `size` bytes, or `nil` beyond the file's end.
    func number(at offset: Int, size: Int) throws(ImagingError) -> Int? {
        let bytes = try bytes(at: offset, count: size)
        guard bytes.count == size else { return nil }
        // Numbers that no Int can hold are places that no file has.
        return bytes.reduce(0) { $0 &<< 8 | Int($1) } & Int.max
    }

    private static func unreadable() -> ImagingError {
        .cannotRead("cannot be read: \(String(cString: strerror(errno)))")
    }
}
