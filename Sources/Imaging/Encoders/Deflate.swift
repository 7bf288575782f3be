import CDeflate

/// One libdeflate compressor, writing zlib streams.
final class Deflate {
    private let compressor: OpaquePointer

    /// - Parameter level: 0...9, as zlib counts.
    init(level: Int) throws(ImagingError) {
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else {
            throw ImagingError.library("libdeflate has no memory for a compressor")
        }
        self.compressor = compressor
    }

    deinit { libdeflate_free_compressor(compressor) }

    /// The most bytes that `count` bytes can become.
    func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(compressor, count) }

    /// - Returns: the length of the stream, 0 when there was too little room.
    func compress(_ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int
    {
        libdeflate_zlib_compress(
            compressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count)
    }
}
