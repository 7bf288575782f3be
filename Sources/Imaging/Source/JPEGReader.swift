import CJPEGRows
import Files
import TilePyramid

/// A JPEG file read through libjpeg. What it meets goes to a log: warnings, and damage where that is
/// kept.
final class JPEGReader {
    let header: Header
    private let reader: OpaquePointer
    /// Stays open as long as the reader.
    private let source: OpenSource
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
        /// EXIF orientation 1...8.
        let orientation: Int
        let profile: [UInt8]?
    }

    /// Reads the header.
    ///
    /// - Throws: `ImagingError`, by name for kinds of JPEG that are not decoded.
    init(_ source: OpenSource, log: SourceLog) throws(ImagingError) {
        var fault = cjpegrows_fault()
        var info = cjpegrows_info()
        let reader = cjpegrows_open(
            source.descriptor, Int64(source.size), log.keepsDamaged ? 1 : 0, &info, &fault)
        guard let reader else { throw Self.error(fault) }
        self.reader = reader
        self.source = source
        self.log = log
        header = Header(info)
        try tell()
    }

    deinit { cjpegrows_close(reader) }

    /// Says how rows are wanted; decoding starts with the first one.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: decoded at that part of the size, rounded up.
    /// - Returns: the size at which rows come.
    func prepare(_ format: cjpegrows_format, shrink: Int) throws(ImagingError) -> PixelSize {
        try check(cjpegrows_prepare(reader, format, Int32(shrink)))
        return PixelSize(
            width: Int(cjpegrows_width(reader)), height: Int(cjpegrows_height(reader)))
    }

    /// Decodes the next `count` rows, `stride` bytes apart.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, to out: UnsafeMutablePointer<UInt8>, stride: Int)
        throws(ImagingError)
    {
        try check(cjpegrows_read(reader, out, stride, Int32(count)))
    }

    /// Decodes the next `count` rows of luma and as many of chroma as belong to them.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, to planes: [UnsafeMutablePointer<UInt8>?], strides: [Int])
        throws(ImagingError)
    {
        let result = planes.withUnsafeBufferPointer { planes in
            strides.withUnsafeBufferPointer { strides in
                cjpegrows_read_planes(
                    reader, planes.baseAddress, strides.baseAddress, Int32(count))
            }
        }
        try check(result)
    }

    private func check(_ result: Int32) throws(ImagingError) {
        guard result == 0 else { throw Self.error(cjpegrows_failure(reader).pointee) }
        try tell()
    }

    private func tell() throws(ImagingError) {
        while let warning = cjpegrows_next_warning(reader) {
            log.warn(String(cString: warning))
        }
        if let damage = cjpegrows_damage(reader) { try log.damaged(Self.error(damage.pointee)) }
    }

    private static func error(_ fault: cjpegrows_fault) -> ImagingError {
        let text = withUnsafeBytes(of: fault.text) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        return switch fault.cause {
        case CJPEGROWS_UNSUPPORTED: .unsupportedPixels(text)
        case CJPEGROWS_UNREADABLE: .cannotRead(text)
        default: .damaged(format: "JPEG", detail: text)
        }
    }
}

extension JPEGReader.Header {
    fileprivate init(_ info: cjpegrows_info) {
        func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8]? {
            start.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
        }
        self.init(
            size: PixelSize(width: Int(info.width), height: Int(info.height)),
            components: Int(info.components), isGrey: info.is_grey != 0, isYCC: info.is_ycc != 0,
            is420: info.is_420 != 0, coefficients: info.coefficients,
            orientation: bytes(info.exif, info.exif_length).map(EXIF.orientation) ?? 1,
            profile: bytes(info.profile, info.profile_length))
    }
}
