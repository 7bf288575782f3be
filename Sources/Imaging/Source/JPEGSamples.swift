import CJPEGRows
import CVips
import CVipsShim
import Files
import TilePyramid

/// The rows of a JPEG file through libjpeg, for libvips to convert, turn or shrink: libvips' own loader
/// cannot tell data that were made up (after a premature end) from harmless warnings.
final class JPEGSamples: SampleDecoder {
    let shape: SampleShape
    private let reader: OpaquePointer
    /// Stays open as long as the reader.
    private let source: OpenSource
    private let log: SourceLog

    /// - Parameters:
    ///   - header: as libvips reads it, for the profile.
    ///   - shrink: 1, 2, 4 or 8: decoded at that part of the size, rounded up.
    init(_ source: OpenSource, header: VipsImageRef, shrink: Int, log: SourceLog)
        throws(ImagingError)
    {
        let (reader, info) = try JPEGRows.open(source)
        let (format, interpretation) =
            switch info.components {
            case 1: (CJPEGROWS_GREY, VIPS_INTERPRETATION_B_W)
            case 3: (CJPEGROWS_RGB, VIPS_INTERPRETATION_sRGB)
            default: (CJPEGROWS_CMYK, VIPS_INTERPRETATION_CMYK)
            }
        guard cjpegrows_start(reader, format, Int32(shrink)) == 0 else {
            defer { cjpegrows_close(reader) }
            throw JPEGRows.failure(of: reader)
        }
        self.reader = reader
        self.source = source
        self.log = log
        shape = SampleShape(
            size: PixelSize(
                width: Int(cjpegrows_width(reader)), height: Int(cjpegrows_height(reader))),
            bands: info.components, format: VIPS_FORMAT_UCHAR, interpretation: interpretation,
            profile: header.profile)
    }

    deinit { cjpegrows_close(reader) }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        let rows = out.assumingMemoryBound(to: UInt8.self)
        guard cjpegrows_read(reader, rows, stride, Int32(count)) == 0 else {
            throw JPEGRows.failure(of: reader)
        }
        JPEGRows.passOnWarning(of: reader, to: log)
    }
}
