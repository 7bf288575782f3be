import Glibc

/// Pixels that a decoder holds whole: zeros at first, which take no memory before something is written.
final class DecodedPixels {
    let base: UnsafeMutableRawPointer
    let count: Int

    /// - Parameter count: in bytes.
    /// - Throws: `ImagingError.library` where there is no room for them.
    init(count: Int) throws(ImagingError) {
        guard let base = calloc(max(count, 1), 1) else {
            throw .library("out of memory: the system has no \(count) bytes for pixels")
        }
        self.base = base
        self.count = count
    }

    deinit { free(base) }
}
