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
    private let warnings: WarningList
    let header: Header

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

    /// Reads the header.
    init(_ source: OpenSource, warnings: WarningList) throws(ImagingError) {
        var message = [CChar](repeating: 0, count: CJPEGROWS_MESSAGE)
        var info = cjpegrows_info()
        guard
            let reader = cjpegrows_open(
                source.descriptor, Int64(source.size), &info, &message)
        else {
            throw ImagingError.damaged(
                format: "JPEG",
                detail: String(
                    decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
                    as: UTF8.self))
        }
        self.reader = reader
        self.source = source
        header = Header(
            size: PixelSize(width: Int(info.width), height: Int(info.height)),
            components: Int(info.components), isGrey: info.is_grey != 0, isYCC: info.is_ycc != 0,
            is420: info.is_420 != 0, coefficients: info.coefficients)
        self.warnings = warnings
    }

    deinit { cjpegrows_close(reader) }

    func start(_ format: PixelFormat) throws(ImagingError) {
        let wanted =
            switch format {
            case .grey: CJPEGROWS_GREY
            case .ycc420: CJPEGROWS_YCC420
            default: CJPEGROWS_RGB
            }
        guard cjpegrows_start(reader, wanted, 1) == 0 else { throw damage() }
    }

    /// Appends the next `count` rows to `band`.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, into band: Band) throws {
        precondition(band.width == header.size.width, "a band is as wide as the rows put in it")
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
        guard result == 0 else { throw damage() }
        band.rows += count
        let warning = String(cString: cjpegrows_warning(reader))
        if !warning.isEmpty { warnings.add(warning) }
    }

    private func damage() -> ImagingError {
        .damaged(format: "JPEG", detail: String(cString: cjpegrows_message(reader)))
    }
}
