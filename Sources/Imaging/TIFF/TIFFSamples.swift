import CTIFF
import CTIFFHandle
import CVips
import CVipsShim
import Files
import TilePyramid

/// The rows of a picture of a TIFF file through libtiff, for libvips to convert and turn: libvips' own
/// loader does not see what libtiff only warns of, and refuses or misreads what is less common.
final class TIFFSamples: SampleDecoder {
    let shape: SampleShape
    let facts: SampleFacts
    /// Bytes that reading holds.
    var memory: Int { rows.memory }
    private let pixels: TIFFPixels
    private let rows: any TIFFRows
    /// The row that is read next.
    private var next = 0
    /// An unpacked row, where pixels are made elsewhere.
    private var unpacked: [UInt64]

    /// - Parameter page: 0-based, of the file's pictures.
    /// - Throws: `ImagingError`, by name for pixels that have no defined meaning.
    init(_ source: OpenSource, page: Int, log: SourceLog) throws(ImagingError) {
        let (handle, directory) = try Self.open(source, page: page, log: log)
        let pixels = try TIFFPixels(directory, handle)
        self.pixels = pixels
        rows = try Self.rows(
            handle, directory, wanted: pixels.unpacker.wanted, log: log
        ) { () throws(ImagingError) in
            try Self.open(source, page: page, log: log).handle
        }
        shape = SampleShape(
            size: directory.size, bands: pixels.bands, format: pixels.format,
            interpretation: pixels.interpretation, profile: Self.profile(of: handle))
        let rowBytes = directory.width * pixels.unpacker.wanted.count * pixels.unpacker.width
        unpacked = pixels.isInPlace ? [] : Array(repeating: 0, count: rowBytes / 8 + 1)
        var facts = SampleFacts()
        facts.fullIntensity = pixels.fullIntensity
        facts.orientation = directory.orientation
        facts.isCMYK = directory.photometric == Int(PHOTOMETRIC_SEPARATED)
        facts.alpha = directory.alpha == nil ? .none : .after
        self.facts = facts
    }

    private static func open(_ source: OpenSource, page: Int, log: SourceLog) throws(ImagingError)
        -> (handle: TIFFHandle, directory: TIFFDirectory)
    {
        let handle = try TIFFHandle(source)
        let directory = try TIFFPages.select(page, of: handle, log: log)
        try directory.check()
        handle.compression = directory.compression
        handle.deflated = directory.deflated(handle.tiff)
        // YCbCr in JPEG becomes RGB where it is decoded, LogLuv floating point.
        if directory.isJPEG && directory.photometric == Int(PHOTOMETRIC_YCBCR)
            && !directory.isConverted
        {
            _ = ctiff_set(handle.tiff, UInt32(TIFFTAG_JPEGCOLORMODE), JPEGCOLORMODE_RGB)
        }
        if directory.isLogLuv {
            _ = ctiff_set(handle.tiff, UInt32(TIFFTAG_SGILOGDATAFMT), SGILOGDATAFMT_FLOAT)
        }
        return (handle, directory)
    }

    private static func rows(
        _ handle: TIFFHandle, _ directory: TIFFDirectory, wanted: [Int], log: SourceLog,
        reopening open: () throws(ImagingError) -> TIFFHandle
    ) throws(ImagingError) -> any TIFFRows {
        if directory.isConverted { return try TIFFConvertedRows(handle, directory, log: log) }
        let planes = directory.isPlanar ? wanted : [0]
        if let tile = directory.tile {
            return try TIFFTiles(handle, directory, tile: tile, planes: planes, log: log)
        }
        if directory.compression == Int(COMPRESSION_NONE) {
            return try TIFFRawStrips(handle, directory, planes: planes, log: log)
        }
        return try TIFFStrips(handle, directory, planes: planes, log: log, reopening: open)
    }

    private static func profile(of handle: TIFFHandle) -> [UInt8]? {
        var count: UInt32 = 0
        var bytes: UnsafeRawPointer?
        guard ctiff_bytes(handle.tiff, UInt32(TIFFTAG_ICCPROFILE), &count, &bytes) == 1, let bytes
        else { return nil }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        for index in 0..<count {
            guard next < shape.size.height else { throw .changed("TIFF") }
            let row = out + index * stride
            if pixels.isInPlace {
                try rows.read(next) { pixels.unpacker.unpack($0, to: row) }
                pixels.finish(row, count: shape.size.width, to: row)
            } else {
                let result = unpacked.withUnsafeMutableBytes { unpacked in
                    Result { () throws(ImagingError) in
                        guard let start = unpacked.baseAddress else { return }
                        try rows.read(next) { pixels.unpacker.unpack($0, to: start) }
                        pixels.finish(start, count: shape.size.width, to: row)
                    }
                }
                try result.get()
            }
            next += 1
        }
    }
}
