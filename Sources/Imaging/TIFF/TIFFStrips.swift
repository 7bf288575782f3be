import CTIFF

/// Rows of compressed strips: strip by strip, or where a strip is large row by row.
final class TIFFStrips: TIFFRows {
    let memory: Int
    private let directory: TIFFDirectory
    /// One for all planes, or one a plane where they are read row by row side by side.
    private let handles: [TIFFHandle]
    /// The places of the planes in the file.
    private let planes: [Int]
    private let isPlanar: Bool
    private let rowBytes: Int
    private let rowsPerStrip: Int
    private let readsWhole: Bool
    private let log: SourceLog
    private var buffer: DecodedBytes?
    /// The strip in the buffer.
    private var current = -1
    /// Of a strip that is read row by row, what comes after its first fault cannot be read.
    private var isBroken: [Bool]

    /// Bytes of a strip that is decoded at once.
    private static let wholeStripLimit = 16 << 20

    /// - Parameters:
    ///   - planes: the planes that are wanted; just the first where a pixel's samples are together.
    ///   - open: opens the picture once more.
    init(
        _ handle: TIFFHandle, _ directory: TIFFDirectory, planes: [Int], log: SourceLog,
        reopening open: () throws(ImagingError) -> TIFFHandle
    ) throws(ImagingError) {
        self.directory = directory
        self.planes = planes
        self.log = log
        isPlanar = directory.isPlanar
        rowBytes = Int(clamping: TIFFScanlineSize64(handle.tiff))
        rowsPerStrip = min(directory.rowsPerStrip, directory.height)
        let (stripBytes, isHuge) = rowBytes.multipliedReportingOverflow(by: rowsPerStrip)
        guard rowBytes > 0, !isHuge, stripBytes < Int.max / 64 else {
            throw .damaged(format: "TIFF", detail: "its strips are larger than any file")
        }
        let readsWhole =
            stripBytes <= Self.wholeStripLimit || !directory.compressionHasRows
        self.readsWhole = readsWhole
        var handles = [handle]
        if !readsWhole { for _ in planes.dropFirst() { handles.append(try open()) } }
        self.handles = handles
        isBroken = planes.map { _ in false }
        // What libtiff holds: the strip as it is in the file, and of some compressions all of it
        // decoded once more.
        let bytes =
            readsWhole
            ? stripBytes * (planes.count + 2)
            : planes.count * rowBytes + directory.largestStrip(of: handle, planes)
        memory = bytes < TIFFRawStrips.blockBytes ? 0 : bytes
    }

    func read(_ y: Int, _ take: (TIFFRun) -> Void) throws(ImagingError) {
        let held = rowBytes * (readsWhole ? rowsPerStrip : 1)
        let buffer = try DecodedBytes.kept(&self.buffer, count: held * planes.count)
        let strip = y / rowsPerStrip
        if readsWhole {
            if strip != current {
                let rows = min(rowsPerStrip, directory.height - strip * rowsPerStrip)
                for (index, plane) in planes.enumerated() {
                    try handles[0].decode(
                        strile: strip + plane * directory.stripsPerPlane,
                        to: buffer.slice(at: index * held, count: rows * rowBytes), log: log)
                }
            }
        } else {
            if strip != current { isBroken = planes.map { _ in false } }
            for index in planes.indices {
                try readRow(
                    y, plane: index, to: buffer.slice(at: index * rowBytes, count: rowBytes))
            }
        }
        current = strip
        guard let start = buffer.bytes.baseAddress else { return }
        let row = readsWhole ? y % rowsPerStrip * rowBytes : 0
        for index in planes.indices {
            take(
                TIFFRun(
                    packed: start + index * held + row, first: 0, count: directory.width,
                    sample: isPlanar ? index : nil))
        }
    }

    private func readRow(_ y: Int, plane index: Int, to out: UnsafeMutableRawBufferPointer)
        throws(ImagingError)
    {
        out.clear()
        if isBroken[index] { return }
        let handle = handles[index]
        let plane = planes[index]
        let strip = y / rowsPerStrip + plane * directory.stripsPerPlane
        guard handle.place(ofStrile: strip) != nil else {
            log.warn(TIFFHandle.leftOut)
            return
        }
        let (outcome, warnings) = handle.decoding {
            TIFFReadScanline($0, out.baseAddress, UInt32(y), UInt16(plane)) == 1
        }
        for text in warnings { log.warn(text) }
        switch outcome {
        case .done: break
        case .doubtful(let error): try log.damaged(error)
        case .failed(let error):
            out.clear()
            isBroken[index] = true
            try log.damaged(error)
        }
    }
}

extension TIFFDirectory {
    var stripsPerPlane: Int {
        let rows = min(rowsPerStrip, height)
        return (height + rows - 1) / rows
    }

    /// Whether libtiff can decode a strip row by row without holding all its pixels.
    fileprivate var compressionHasRows: Bool {
        [
            COMPRESSION_CCITTRLE, COMPRESSION_CCITTRLEW, COMPRESSION_CCITTFAX3,
            COMPRESSION_CCITTFAX4, COMPRESSION_LZW, COMPRESSION_JPEG, COMPRESSION_ADOBE_DEFLATE,
            COMPRESSION_DEFLATE, COMPRESSION_PACKBITS, COMPRESSION_LZMA, COMPRESSION_ZSTD,
            COMPRESSION_SGILOG, COMPRESSION_SGILOG24,
        ].contains(Int32(compression))
    }

    /// Bytes in the file of the largest strip, for each of the planes.
    fileprivate func largestStrip(of handle: TIFFHandle, _ planes: [Int]) -> Int {
        let largest = planes.flatMap { plane in
            (0..<stripsPerPlane).lazy.map { strip in
                handle.place(ofStrile: plane * stripsPerPlane + strip)?.count ?? 0
            }
        }.max()
        return min(largest ?? 0, handle.source.size) * planes.count
    }
}
