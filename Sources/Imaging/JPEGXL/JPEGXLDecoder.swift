import CJPEGXL
import CVips
import CVipsShim
import Files
import Raster
import TilePyramid

/// Reads the first frame of a JPEG XL through libjxl, at once: libvips' own loader gives the last one, and
/// does not tell how colours are coded.
final class JPEGXLDecoder: SampleDecoder {
    let shape: SampleShape
    /// Bytes of memory that decoding holds: the file, the pixels, and libjxl's planes of 32 bit.
    let memory: Int

    private let reader: OpaquePointer
    /// What the reader reads.
    private let file: ByteBuffer
    private let log: SourceLog
    private var pixels: DecodedPixels?
    private var next = 0

    /// Whether there is a libjxl to read with.
    static var isAvailable: Bool { cjpegxl_version() != 0 }

    /// libjxl's version: `0.7.0`; `nil` where there is none.
    static var libraryVersion: String? {
        let number = cjpegxl_version()
        if number == 0 { return nil }
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }

    /// - Throws: `ImagingError.unsupportedPixels` by name, `.noSuchPage`, `.damaged`, `.cannotRead`.
    init(_ source: OpenSource, page: Int, log: SourceLog) throws(ImagingError) {
        let file = try Self.content(of: source)
        var info = cjpegxl_info()
        var opened: OpaquePointer?
        // SAFETY: a buffer of bytes, which nothing reads as anything else.
        let bytes = file.base.assumingMemoryBound(to: UInt8.self)
        let result = cjpegxl_open(bytes, file.count, &info, &opened)
        guard result == CJPEGXL_OK, let opened else { throw Self.failure(result) }
        do throws(ImagingError) {
            try Self.check(info, page: page)
        } catch {
            cjpegxl_close(opened)
            throw error
        }
        reader = opened
        self.file = file
        self.log = log
        let isGrey = Int(info.colours) == CJPEGXL_GREY
        let isWide = info.bits == 16
        let size = PixelSize(width: Int(info.width), height: Int(info.height))
        var length = 0
        let profile = cjpegxl_profile(opened, &length).map {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
        shape = SampleShape(
            size: size, bands: Int(info.colours + info.has_alpha),
            format: isWide ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR,
            interpretation: isGrey
                ? isWide ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_B_W
                : isWide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB,
            profile: profile)
        memory =
            file.count + size.area * shape.bands * Int(info.bits) / 8
            + size.area * 4 * max(shape.bands, 3)
    }

    deinit { cjpegxl_close(reader) }

    private static func content(of source: OpenSource) throws(ImagingError) -> ByteBuffer {
        let content = ByteBuffer(capacity: max(source.size, 1))
        let result: Result<Int, SystemError> = Result { () throws(SystemError) in
            try source.read(
                UnsafeMutableRawBufferPointer(start: content.base, count: source.size), at: 0)
        }
        do {
            content.setCount(try result.get())
        } catch {
            throw .cannotRead("cannot be read: \(SystemError.text(error.code))")
        }
        return content
    }

    private static func check(_ info: cjpegxl_info, page: Int) throws(ImagingError) {
        if info.has_black != 0 { throw .unsupportedPixels("CMYK in JPEG XL") }
        if info.has_spot != 0 { throw .unsupportedPixels("spot colours in JPEG XL") }
        // Other curves are in the pixels' profile.
        if [16, 18].contains(info.transfer) {
            _ = try CodedColour(primaries: 1, transfer: Int(info.transfer))
        }
        guard page > 0 else { return }
        guard info.is_animated != 0 else { throw .noSuchPage(page: page, pages: 1) }
        throw .unsupportedPixels("frames of a JPEG XL after the first, which is page 0")
    }

    private static func failure(_ result: cjpegxl_result) -> ImagingError {
        switch result {
        case CJPEGXL_TRUNCATED: .damaged(format: "JPEG XL", detail: "premature end of file")
        case CJPEGXL_NO_MEMORY: .library("libjxl: out of memory")
        default: .damaged(format: "JPEG XL", detail: "libjxl cannot decode it")
        }
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        let pixels: DecodedPixels
        if let known = self.pixels { pixels = known } else { pixels = try decoded() }
        self.pixels = pixels
        let rowBytes = pixels.count / shape.size.height
        for row in 0..<count {
            (out + row * stride).copyMemory(
                from: pixels.base + (next + row) * rowBytes, byteCount: rowBytes)
        }
        next += count
        if next == shape.size.height { self.pixels = nil }
    }

    private func decoded() throws(ImagingError) -> DecodedPixels {
        let bytes = shape.size.area * shape.bands * Int(vips_format_sizeof(shape.format))
        let pixels = try DecodedPixels(count: bytes)
        let result = cjpegxl_decode(reader, pixels.base, bytes)
        if result != CJPEGXL_OK { try log.damaged(Self.failure(result)) }
        return pixels
    }
}
