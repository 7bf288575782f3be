import CTIFF
import TilePyramid

/// Rows of tiles; one row of tiles is held.
final class TIFFTiles: TIFFRows {
    let memory: Int
    private let handle: TIFFHandle
    private let directory: TIFFDirectory
    private let tile: PixelSize
    private let planes: [Int]
    private let across: Int
    private let tileBytes: Int
    private let tileRowBytes: Int
    private let log: SourceLog
    private var buffer: DecodedBytes?
    /// The row of tiles in the buffer.
    private var current = -1

    /// - Parameter planes: the planes that are wanted; just the first where a pixel's samples are
    ///   together.
    init(
        _ handle: TIFFHandle, _ directory: TIFFDirectory, tile: PixelSize, planes: [Int],
        log: SourceLog
    ) throws(ImagingError) {
        self.handle = handle
        self.directory = directory
        self.tile = tile
        self.planes = planes
        self.log = log
        across = (directory.width + tile.width - 1) / tile.width
        tileBytes = Int(clamping: TIFFTileSize64(handle.tiff))
        tileRowBytes = Int(clamping: TIFFTileRowSize64(handle.tiff))
        let (rowBytes, isHuge) = tileBytes.multipliedReportingOverflow(by: across * planes.count)
        guard tileBytes > 0, tileRowBytes > 0, !isHuge, rowBytes < Int.max / 4 else {
            throw .damaged(format: "TIFF", detail: "its tiles are larger than any file")
        }
        // What libtiff holds of one comes in the second half.
        memory = 2 * max(rowBytes, 2 * tileBytes)
    }

    func read(_ y: Int, _ take: (TIFFRun) -> Void) throws(ImagingError) {
        let row = y / tile.height
        let buffer = try DecodedBytes.kept(&self.buffer, count: tileBytes * across * planes.count)
        if row != current {
            try decode(row, to: buffer)
            current = row
        }
        guard let start = buffer.bytes.baseAddress else { return }
        for index in planes.indices {
            for column in 0..<across {
                let first = column * tile.width
                take(
                    TIFFRun(
                        packed: start + (index * across + column) * tileBytes
                            + y % tile.height * tileRowBytes,
                        first: first, count: min(tile.width, directory.width - first),
                        sample: directory.isPlanar ? index : nil))
            }
        }
    }

    private func decode(_ row: Int, to buffer: DecodedBytes) throws(ImagingError) {
        let down = (directory.height + tile.height - 1) / tile.height
        for (index, plane) in planes.enumerated() {
            for column in 0..<across {
                try handle.decode(
                    strile: (plane * down + row) * across + column,
                    to: buffer.slice(at: (index * across + column) * tileBytes, count: tileBytes),
                    log: log)
            }
        }
    }
}
