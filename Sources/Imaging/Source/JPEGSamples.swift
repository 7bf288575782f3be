import CJPEGRows
import CVips
import CVipsShim
import Files
import TilePyramid

/// The rows of a JPEG file through libjpeg, for libvips to convert, turn or shrink: libvips' own loader
/// cannot tell data that were made up (after a premature end) from harmless warnings.
final class JPEGSamples: SampleDecoder {
    let header: JPEGReader.Header
    let shape: SampleShape
    private let reader: JPEGReader

    /// - Parameter shrink: 1, 2, 4 or 8: decoded at that part of the size, rounded up.
    init(_ source: OpenSource, shrink: Int, log: SourceLog) throws(ImagingError) {
        reader = try JPEGReader(source, log: log)
        header = reader.header
        let (format, interpretation) =
            switch header.components {
            case 1: (CJPEGROWS_GREY, VIPS_INTERPRETATION_B_W)
            case 3: (CJPEGROWS_RGB, VIPS_INTERPRETATION_sRGB)
            default: (CJPEGROWS_CMYK, VIPS_INTERPRETATION_CMYK)
            }
        shape = SampleShape(
            size: try reader.prepare(format, shrink: shrink), bands: header.components,
            format: VIPS_FORMAT_UCHAR, interpretation: interpretation, profile: header.profile)
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        try reader.read(count, to: out.assumingMemoryBound(to: UInt8.self), stride: stride)
    }
}
