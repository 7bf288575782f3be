import CJPEGRows
import Files
import Raster
import TilePyramid

/// Reads the rows of a JPEG file straight through libjpeg, as grey, RGB or YCbCr planes: the same
/// pixels as through libvips, without its way through regions and caches.
final class JPEGRows: RowReader, @unchecked Sendable {
    // SAFETY: one thread at a time reads; the pipeline sees to that.
    private let reader: JPEGReader
    private let format: PixelFormat

    /// - Parameters:
    ///   - format: grey, RGB, or YCbCr planes.
    ///   - expected: the header when the file was opened.
    init(
        _ source: OpenSource, as format: PixelFormat, expecting expected: JPEGReader.Header,
        log: SourceLog
    ) throws(ImagingError) {
        reader = try JPEGReader(source, log: log)
        self.format = format
        guard reader.header == expected else { throw ImagingError.changed("JPEG") }
        let wanted =
            switch format {
            case .grey: CJPEGROWS_GREY
            case .ycc420: CJPEGROWS_YCC420
            default: CJPEGROWS_RGB
            }
        _ = try reader.prepare(wanted, shrink: 1)
    }

    /// Appends the next `count` rows to `band`.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, into band: Band) throws {
        precondition(
            band.width == reader.header.size.width && band.format == format,
            "a band is made for the rows that are put in it")
        if band.format == .ycc420 {
            let planes = (0..<3).map { band.plane($0) }
            try reader.read(
                count, to: planes.map { $0.row(band.rows >> $0.shape.shift) },
                strides: planes.map(\.stride))
        } else {
            let plane = band.plane(0)
            try reader.read(count, to: plane.row(band.rows), stride: plane.stride)
        }
        band.rows += count
    }
}

extension JPEGRows {
    /// The format in which libjpeg gives just the pixels that are wanted, or `nil` where libvips
    /// has to convert or turn them.
    ///
    /// - Parameter pixels: what libvips would make of the file.
    static func format(for job: Job, header: JPEGReader.Header, pixels: Normalised)
        -> PixelFormat?
    {
        guard pixels.isAsStored, header.orientation == 1 else { return nil }
        if header.isGrey { return .grey }
        guard header.isYCC else { return nil }
        return header.is420 && job.takesPlanes ? .ycc420 : .rgb
    }
}

extension Job {
    /// Whether tiles can be made of a 4:2:0 JPEG's own planes: they are 4:2:0 JPEGs themselves, and
    /// values are averaged as stored.
    fileprivate var takesPlanes: Bool {
        tiles.format == .jpeg && JPEGEncoder.subsamples(quality: tiles.quality) && !linearLight
    }
}
