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
