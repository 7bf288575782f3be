import CDeflate

/// The colour profile in the content of an `iCCP` chunk (PNG, third edition, 11.3.2.3).
struct PNGProfile {
    let bytes: [UInt8]

    /// `nil` for what holds none.
    init?(_ content: [UInt8]) {
        // A name of up to 79 letters, a zero, and the one way of compression that there is.
        guard let end = content.firstIndex(of: 0), (1...79).contains(end),
            content.count > end + 2, content[end + 1] == 0,
            let bytes = Self.inflated(Array(content[(end + 2)...]))
        else { return nil }
        self.bytes = bytes
    }

    /// Up to 64 MB: profiles have no more than a few.
    private static func inflated(_ content: [UInt8]) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var size = max(4096, content.count * 4)
        while size <= 64 << 20 {
            var bytes = [UInt8](repeating: 0, count: size)
            var used = 0
            var written = 0
            let result = libdeflate_zlib_decompress_ex(
                decompressor, content, content.count, &bytes, size, &used, &written)
            switch result {
            case LIBDEFLATE_SUCCESS: return Array(bytes.prefix(written))
            case LIBDEFLATE_INSUFFICIENT_SPACE: size *= 4
            default: return nil
            }
        }
        return nil
    }
}
