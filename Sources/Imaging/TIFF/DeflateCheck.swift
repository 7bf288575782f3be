import CDeflate

/// Whether a zlib stream (RFC 1950) is whole, by its checksum: libtiff stops where a strip is full, and
/// takes what came of broken data for the strip.
final class DeflateCheck {
    // SAFETY: libdeflate's decompressor; one thread at a time uses it, as it does its owner.
    private let decompressor: OpaquePointer
    private var scratch: DecodedBytes?

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
