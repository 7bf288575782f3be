import CWebP
import Raster
import TilePyramid

/// WebP through libwebp, which reads the tile's rows where they lie in their band.
enum WebPEncoder {
    /// `1.2.4`
    static var version: String {
        let packed = WebPGetEncoderVersion()
        return "\(packed >> 16).\(packed >> 8 & 255).\(packed & 255)"
    }

    static func encode(_ view: TileView, _ encoding: Encoding, into output: ByteBuffer)
        throws(ImagingError)
    {
        var config = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
            throw failed("libwebp is another version than this was built for")
        }
        config.quality = Float(encoding.quality)
        if encoding.lossless {
            // In lossless WebP quality is effort. Level 6 of 9 is libwebp's own choice.
            guard WebPConfigLosslessPreset(&config, 6) != 0 else {
                throw failed("libwebp knows no lossless preset")
            }
        }
        picture.use_argb = encoding.lossless ? 1 : 0
        picture.width = Int32(view.width)
        picture.height = Int32(view.height)
        defer { WebPPictureFree(&picture) }
        guard load(view, into: &picture) else { throw failed("out of memory") }

        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer { WebPMemoryWriterClear(&writer) }
        picture.writer = WebPMemoryWrite
        let encoded = withUnsafeMutablePointer(to: &writer) { writer in
            picture.custom_ptr = UnsafeMutableRawPointer(writer)
            return WebPEncode(&config, &picture) != 0
        }
        guard encoded else {
            throw failed("libwebp's error \(picture.error_code.rawValue)")
        }
        output.assign(UnsafeRawBufferPointer(start: writer.mem, count: writer.size))
    }

    /// Hands the pixels over; libwebp knows no grey, so grey becomes three equal channels.
    private static func load(_ view: TileView, into picture: inout WebPPicture) -> Bool {
        switch view.band.format {
        case .rgb:
            let (base, stride) = view.plane(0)
            return WebPPictureImportRGB(&picture, base, Int32(stride)) != 0
        case .rgba:
            let (base, stride) = view.plane(0)
            return WebPPictureImportRGBA(&picture, base, Int32(stride)) != 0
        case .grey, .greyAlpha:
            return load(TileView(view.coloured()), into: &picture)
        case .ycc420:
            preconditionFailure("planes go from JPEG to JPEG only")
        }
    }

    private static func failed(_ detail: String) -> ImagingError {
        .encoding(format: .webp, detail: detail)
    }
}
