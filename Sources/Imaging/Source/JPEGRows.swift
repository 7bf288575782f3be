import CJPEGRows
import Files
import Raster
import TilePyramid

/// Reads the rows of a JPEG file straight through libjpeg, as grey, RGB or YCbCr planes: the same
/// pixels as through libvips, without its way through regions and caches.
final class JPEGRows: RowReader, @unchecked Sendable {
    // SAFETY: one thread at a time reads; the pipeline sees to that.
    private let reader: OpaquePointer
    /// Stays open as long as the reader.
    private let source: OpenSource
    private let header: Header
    private let format: PixelFormat
    private let log: SourceLog

    /// What the file's header says.
    struct Header: Hashable, Sendable {
        let size: PixelSize
        /// 1, 3 or 4.
        let components: Int
        let isGrey: Bool
        let isYCC: Bool
        /// Chroma has half the width and half the height.
        let is420: Bool
        /// Bytes that decoding holds of an image that comes in several scans.
        let coefficients: Int
    }

    /// Starts decoding.
    ///
    /// - Parameters:
    ///   - format: grey, RGB, or YCbCr planes.
    ///   - expected: the header when the file was opened.
    init(
        _ source: OpenSource, as format: PixelFormat, expecting expected: Header,
        log: SourceLog
    ) throws(ImagingError) {
        (reader, header) = try Self.open(source)
        self.source = source
        self.format = format
        self.log = log
        guard header == expected else { throw ImagingError.changed("JPEG") }
        let wanted =
            switch format {
            case .grey: CJPEGROWS_GREY
            case .ycc420: CJPEGROWS_YCC420
            default: CJPEGROWS_RGB
            }
        guard cjpegrows_start(reader, wanted, 1) == 0 else { throw Self.failure(of: reader) }
    }

    deinit { cjpegrows_close(reader) }

    static func header(of source: OpenSource) throws(ImagingError) -> Header {
        let (reader, header) = try open(source)
        cjpegrows_close(reader)
        return header
    }

    static func open(_ source: OpenSource) throws(ImagingError)
        -> (OpaquePointer, Header)
    {
        var message = [CChar](repeating: 0, count: CJPEGROWS_MESSAGE)
        var info = cjpegrows_info()
        let reader = cjpegrows_open(source.descriptor, Int64(source.size), &info, &message)
        guard let reader else {
            throw ImagingError.damaged(
                format: "JPEG",
                detail: String(
                    decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
                    as: UTF8.self))
        }
        let header = Header(
            size: PixelSize(width: Int(info.width), height: Int(info.height)),
            components: Int(info.components), isGrey: info.is_grey != 0, isYCC: info.is_ycc != 0,
            is420: info.is_420 != 0, coefficients: info.coefficients)
        return (reader, header)
    }

    /// Appends the next `count` rows to `band`.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, into band: Band) throws {
        precondition(
            band.width == header.size.width && band.format == format,
            "a band is made for the rows that are put in it")
        let result: Int32
        if band.format == .ycc420 {
            let planes = (0..<3).map { band.plane($0) }
            let rows: [UnsafeMutablePointer<UInt8>?] = planes.map {
                $0.row(band.rows >> $0.shape.shift)
            }
            let strides = planes.map(\.stride)
            result = rows.withUnsafeBufferPointer { rows in
                strides.withUnsafeBufferPointer { strides in
                    cjpegrows_read_planes(
                        reader, rows.baseAddress, strides.baseAddress, Int32(count))
                }
            }
        } else {
            let plane = band.plane(0)
            result = cjpegrows_read(reader, plane.row(band.rows), plane.stride, Int32(count))
        }
        guard result == 0 else { throw Self.failure(of: reader) }
        band.rows += count
        Self.passOnWarning(of: reader, to: log)
    }

    static func failure(of reader: OpaquePointer) -> ImagingError {
        .damaged(format: "JPEG", detail: String(cString: cjpegrows_message(reader)))
    }

    static func passOnWarning(of reader: OpaquePointer, to log: SourceLog) {
        let warning = String(cString: cjpegrows_warning(reader))
        if !warning.isEmpty { log.warn(warning) }
    }
}

extension JPEGRows {
    /// The format in which libjpeg gives just the pixels that are wanted, or `nil` where libvips
    /// has to convert or turn them.
    ///
    /// - Parameters:
    ///   - header: the file's, as libjpeg reads it.
    ///   - pixels: what libvips would make of the file.
    static func format(for job: Job, header: Header, pixels: Normalised, orientation: Int)
        -> PixelFormat?
    {
        guard pixels.isAsStored, orientation == 1,
            pixels.image.size == header.size
        else { return nil }
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
