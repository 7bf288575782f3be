import Files

/// A file's bytes by their place, for headers that libvips does not pass on.
extension OpenSource {
    /// Up to `count` bytes at `offset`: fewer where the file ends, none where it has ended.
    ///
    /// - Throws: `ImagingError.cannotRead`.
    func bytes(at offset: Int, count wanted: Int) throws(ImagingError) -> [UInt8] {
        guard offset >= 0, wanted > 0, offset < size else { return [] }
        var bytes = [UInt8](repeating: 0, count: min(wanted, size - offset))
        let result: Result<Int, SystemError> = bytes.withUnsafeMutableBytes { buffer in
            Result { () throws(SystemError) in try read(buffer, at: offset) }
        }
        do {
            return Array(bytes.prefix(try result.get()))
        } catch {
            throw .cannotRead("cannot be read: \(SystemError.text(error.code))")
        }
    }

    /// A big-endian number of `size` bytes, or `nil` beyond the file's end.
    func number(at offset: Int, size: Int) throws(ImagingError) -> Int? {
        let bytes = try bytes(at: offset, count: size)
        guard bytes.count == size else { return nil }
        // Numbers that no Int can hold are places that no file has.
        return bytes.reduce(0) { $0 &<< 8 | Int($1) } & Int.max
    }
}
