import CVips
import CVipsShim
import Raster
import TilePyramid

/// Turns pixels into files of every format that tiles can have. Belongs to one worker.
package final class ImageEncoder {
    private let jpeg: JPEGEncoder
    private let png = PNGEncoder()

    package init() throws {
        jpeg = try JPEGEncoder()
    }

    /// - Parameters:
    ///   - background: what lies behind transparency where the format has none.
    ///   - output: receives the file's bytes; what it held is gone.
    /// - Throws: `ImagingError.encoding`.
    package func encode(
        _ pixels: TileView, as encoding: Encoding, background: RGBColor, into output: ByteBuffer
    ) throws {
        // Alpha that is opaque all over says nothing: such a tile is written without.
        let pixels =
            pixels.band.format.hasAlpha && pixels.isOpaque
            ? TileView(pixels.withoutAlpha()) : pixels
        switch encoding.format {
        case .jpeg:
            let opaque =
                pixels.band.format.hasAlpha
                ? TileView(pixels.flattened(on: background)) : pixels
            try jpeg.encode(opaque, quality: encoding.quality, into: output)
        case .png: try png.encode(pixels, compression: encoding.compression, into: output)
        case .webp: try WebPEncoder.encode(pixels, encoding, into: output)
        case .avif: try encodeAVIF(pixels, encoding, into: output)
        }
    }

    private func encodeAVIF(_ pixels: TileView, _ encoding: Encoding, into output: ByteBuffer)
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

extension TileView {
    fileprivate func flattened(on background: RGBColor) -> Band {
        flattened(onRed: background.red, green: background.green, blue: background.blue)
    }
}
