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
        case .avif: try AVIFEncoder.encode(pixels, encoding, into: output)
        }
    }
}

extension TileView {
    fileprivate func flattened(on background: RGBColor) -> Band {
        flattened(onRed: background.red, green: background.green, blue: background.blue)
    }
}
