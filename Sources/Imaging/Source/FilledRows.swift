import CVips
import Glibc
import TilePyramid

/// The rows of an image whose file is damaged: from the first one on that cannot be decoded, all
/// are middle grey.
final class FilledRows: SampleDecoder {
    let shape: SampleShape
    private let image: VipsImageRef
    private var next = 0
    private var isLost = false

    private static let missing: Int32 = 128

    /// - Parameter image: of 8 bit, to be read from the top.
    init(_ image: VipsImageRef) {
        self.image = image
        shape = SampleShape(
            size: image.size, bands: image.bands, format: image.format,
            interpretation: image.interpretation)
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        let bytes = shape.size.width * shape.bands
        if !isLost {
            do {
                try image.withRows(next, count) { top, step in
                    for row in 0..<count {
                        (out + row * stride).copyMemory(from: top + row * step, byteCount: bytes)
                    }
                }
            } catch {
                isLost = true
                VipsErrors.clear()
            }
        }
        if isLost { for row in 0..<count { memset(out + row * stride, Self.missing, bytes) } }
        next += count
    }
}
