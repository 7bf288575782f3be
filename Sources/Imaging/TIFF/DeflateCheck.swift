import CDeflate

/// Whether a zlib stream (RFC 1950) is whole, by its checksum: libtiff stops where a strip is full, and
/// takes what came of broken data for the strip.
final class DeflateCheck {
    // SAFETY: libdeflate's decompressor; one thread at a time uses it, as it does its owner.
    private let decompressor: OpaquePointer
    private var scratch: DecodedBytes?

    /// How what is decoded was before libtiff undid its predictor, where that is soon done again.
    enum Storage: Hashable {
        /// As it is now.
        case same
        /// Bytes of which each is the difference to that of the pixel before, `step` bytes away.
        case differences(step: Int, rowBytes: Int)
        case other
    }

    /// Whether the checksum that ends a stream is that of what was made of it.
    ///
    /// - Parameter tail: the last 4 bytes of the stream, where nothing stands behind it.
    func fits(_ tail: [UInt8], _ decoded: UnsafeRawBufferPointer, _ storage: Storage)
        throws(ImagingError) -> Bool
    {
        var sum: UInt32 = 1
        switch storage {
        case .same: sum = libdeflate_adler32(sum, decoded.baseAddress, decoded.count)
        case .differences(let step, let rowBytes):
            if let scratch, scratch.bytes.count < rowBytes { self.scratch = nil }
            let row = try DecodedBytes.kept(&scratch, count: rowBytes).bytes
            for start in stride(from: 0, to: decoded.count, by: rowBytes) {
                let count = min(rowBytes, decoded.count - start)
                for index in 0..<min(step, count) { row[index] = decoded[start + index] }
                for index in min(step, count)..<count {
                    row[index] = decoded[start + index] &- decoded[start + index - step]
                }
                sum = libdeflate_adler32(sum, row.baseAddress, count)
            }
        case .other: return false
        }
        return tail.count == 4 && tail.reduce(0) { $0 << 8 | UInt32($1) } == sum
    }

    /// - Throws: `ImagingError.cannotRead` where there is no memory for it.
    init() throws(ImagingError) {
        guard let decompressor = libdeflate_alloc_decompressor() else {
            throw .cannotRead("cannot be read: there is no memory to decompress it")
        }
        self.decompressor = decompressor
    }

    deinit { libdeflate_free_decompressor(decompressor) }

    /// - Parameters:
    ///   - stream: the stream, and perhaps padding behind it.
    ///   - limit: as many bytes as may come of it. The last strip of some files goes on below the
    ///     picture, so this may be more than are wanted.
    func isWhole(_ stream: [UInt8], limit: Int) throws(ImagingError) -> Bool {
        if let scratch, scratch.bytes.count < limit { self.scratch = nil }
        let scratch = try DecodedBytes.kept(&scratch, count: limit)
        var used = 0
        var made = 0
        return libdeflate_zlib_decompress_ex(
            decompressor, stream, stream.count, scratch.bytes.baseAddress, limit, &used, &made)
            == LIBDEFLATE_SUCCESS
    }
}
