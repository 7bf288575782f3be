import CVips
import CVipsShim
import Raster
import TilePyramid

/// AVIF through libvips.
enum AVIFEncoder {
    static func encode(_ pixels: TileView, _ encoding: Encoding, into output: ByteBuffer)
        throws(ImagingError)
    {
        try VipsRuntime.start()
        let image = try VipsImageRef.copying(pixels)
        var buffer: UnsafeMutableRawPointer?
        var length = 0
        let result = cvips_save_avif(
            image.pointer, &buffer, &length, Int32(encoding.quality), encoding.lossless ? 1 : 0)
        guard result == 0, let buffer else {
            throw ImagingError.encoding(format: .avif, detail: VipsErrors.take())
        }
        output.assign(UnsafeRawBufferPointer(start: buffer, count: length))
        g_free(buffer)
    }
}
