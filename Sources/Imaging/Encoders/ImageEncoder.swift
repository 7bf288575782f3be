import CVips
import CVipsShim
import Raster
import TilePyramid

/// Turns pixels into files of every format that tiles can have. Belongs to one worker.
public final class ImageEncoder {
    private let jpeg: JPEGEncoder

    public init() throws {
        jpeg = try JPEGEncoder()
    }

    /// - Parameters:
    ///   - background: what lies behind transparency where the format has none.
    ///   - output: receives the file's bytes; what it held is gone.
    /// - Throws: `ImagingError.encoding`.
    public func encode(
        _ pixels: TileView, as encoding: Encoding, background: RGBColor, into output: ByteBuffer
    ) throws {
        // Alpha that is opaque all over says nothing: such a tile is written without.
        let pixels =
            pixels.band.format.hasAlpha && pixels.isOpaque
            ? TileView(pixels.withoutAlpha()) : pixels
        if encoding.format == .jpeg {
            let opaque =
                pixels.band.format.hasAlpha
                ? TileView(pixels.flattened(on: background)) : pixels
            try jpeg.encode(opaque, quality: encoding.quality, into: output)
            return
        }
        try VipsRuntime.start()
        let image = try VipsImageRef.copying(pixels)
        var buffer: UnsafeMutableRawPointer?
        var length = 0
        let quality = Int32(encoding.quality)
        let lossless: Int32 = encoding.lossless ? 1 : 0
        let result =
            switch encoding.format {
            case .png:
                cvips_save_png(image.pointer, &buffer, &length, Int32(encoding.compression))
            case .webp: cvips_save_webp(image.pointer, &buffer, &length, quality, lossless)
            case .avif, .jpeg:
                cvips_save_avif(image.pointer, &buffer, &length, quality, lossless)
            }
        guard result == 0, let buffer else {
            throw ImagingError.encoding(format: encoding.format, detail: VipsErrors.take())
        }
        output.assign(UnsafeRawBufferPointer(start: buffer, count: length))
        g_free(buffer)
    }
}
