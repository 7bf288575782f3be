import CDeflate
import Raster
import TilePyramid

/// PNG (ISO/IEC 15948) of 8-bit pixels, compressed by libdeflate: half the time of zlib for
/// smaller files. Nothing but pixels is written: no time, no resolution, no colour profile.
final class PNGEncoder {
    /// Compressors by level; each keeps its tables as long as its worker lives.
    private var compressors: [Int: Deflate] = [:]
    private let filtered = ByteBuffer()
    private let trial = ByteBuffer()

    /// - Parameter compression: 0 (none) to 9.
    func encode(_ view: TileView, compression: Int, into output: ByteBuffer) throws(ImagingError) {
        let deflate = try compressor(compression)
        let rows = PNGRows(view)
        let filter = try compression == 0 ? .none : bestFilter(for: rows)
        filtered.reserve(rows.filteredBytes * rows.height)
        for row in 0..<rows.height {
            rows.write(row, filter, to: filtered.base + row * rows.filteredBytes)
        }
        filtered.setCount(rows.filteredBytes * rows.height)

        let file = PNGFile(output, dataBound: deflate.bound(filtered.count))
        file.begin(width: view.width, height: view.height, format: view.band.format)
        let length = deflate.compress(filtered.bytes, into: file.dataRoom)
        guard length > 0 else {
            throw ImagingError.encoding(format: .png, detail: "libdeflate had too little room")
        }
        file.end(dataLength: length)
    }

    /// The filter that makes the smallest data of the tile's middle rows: an eighth of them, and at
    /// least 32, together, because in flat artwork rows repeat the ones above them.
    ///
    /// Trying beats guessing from the filtered values: flat artwork and photographs want different
    /// filters, and it is the compressor that decides.
    private func bestFilter(for rows: PNGRows) throws(ImagingError) -> PNGFilter {
        let count = min(rows.height, max(32, rows.height / 8))
        let first = (rows.height - count) / 2
        let sample = first..<first + count
        let fast = try compressor(1)
        let bytes = sample.count * rows.filteredBytes
        filtered.reserve(bytes)
        trial.reserve(fast.bound(bytes))
        let room = UnsafeMutableRawBufferPointer(start: trial.base, count: trial.capacity)
        var best = (filter: PNGFilter.none, size: Int.max)
        for filter in PNGFilter.allCases {
            for (index, row) in sample.enumerated() {
                rows.write(row, filter, to: filtered.base + index * rows.filteredBytes)
            }
            let size = fast.compress(
                UnsafeRawBufferPointer(start: filtered.base, count: bytes), into: room)
            if size < best.size { best = (filter, size) }
        }
        return best.filter
    }

    private func compressor(_ level: Int) throws(ImagingError) -> Deflate {
        if let compressor = compressors[level] { return compressor }
        let compressor = try Deflate(level: level)
        compressors[level] = compressor
        return compressor
    }
}

/// The chunks of a PNG file around its one chunk of data.
private struct PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// Length and type before a chunk's data, and checksum after.
    private static let frame = 12
    private static let headerBytes = 13
    private static let dataStart = 8 + frame + headerBytes + 8

    private let output: ByteBuffer
    private let dataBound: Int

    /// - Parameter dataBound: the most bytes that the data may take.
    init(_ output: ByteBuffer, dataBound: Int) {
        self.output = output
        self.dataBound = dataBound
        output.reserve(Self.dataStart + dataBound + 4 + Self.frame)
    }

    /// Where the compressed data go.
    var dataRoom: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: output.base + Self.dataStart, count: dataBound)
    }

    func begin(width: Int, height: Int, format: PixelFormat) {
        output.base.copyMemory(from: Self.signature, byteCount: 8)
        let colourType: UInt8 =
            switch format {
            case .grey: 0
            case .rgb: 2
            case .greyAlpha: 4
            case .rgba: 6
            case .ycc420: preconditionFailure("planes go from JPEG to JPEG only")
            }
        let header = big(width) + big(height) + [8, colourType, 0, 0, 0]
        (output.base + 16).copyMemory(from: header, byteCount: Self.headerBytes)
        close("IHDR", at: 8, length: Self.headerBytes)
    }

    /// Frames the data that were put in `dataRoom` and ends the file.
    func end(dataLength: Int) {
        close("IDAT", at: Self.dataStart - 8, length: dataLength)
        let end = Self.dataStart + dataLength + 4
        close("IEND", at: end, length: 0)
        output.setCount(end + Self.frame)
    }

    /// Writes length, type and checksum around data that are in place.
    private func close(_ type: StaticString, at offset: Int, length: Int) {
        let start = output.base + offset
        start.copyMemory(from: big(length), byteCount: 4)
        (start + 4).copyMemory(from: type.utf8Start, byteCount: 4)
        let checksum = libdeflate_crc32(0, start + 4, length + 4)
        (start + 8 + length).copyMemory(from: big(Int(checksum)), byteCount: 4)
    }

    private func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// One libdeflate compressor, writing zlib streams.
private final class Deflate {
    private let compressor: OpaquePointer

    /// - Parameter level: 0...9, as zlib counts.
    init(level: Int) throws(ImagingError) {
        guard let compressor = libdeflate_alloc_compressor(Int32(level)) else {
            throw ImagingError.library("libdeflate has no memory for a compressor")
        }
        self.compressor = compressor
    }

    deinit { libdeflate_free_compressor(compressor) }

    /// The most bytes that `count` bytes can become.
    func bound(_ count: Int) -> Int { libdeflate_zlib_compress_bound(compressor, count) }

    /// - Returns: the length of the stream, 0 when there was too little room.
    func compress(_ bytes: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Int
    {
        libdeflate_zlib_compress(
            compressor, bytes.baseAddress, bytes.count, room.baseAddress, room.count)
    }
}
