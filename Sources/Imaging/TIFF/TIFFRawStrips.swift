import CTIFF
import Files

/// Rows of strips that are not compressed, read where they stand: libtiff holds all of a strip.
final class TIFFRawStrips: TIFFRows {
    private let handle: TIFFHandle
    private let directory: TIFFDirectory
    private let planes: [Int]
    private let rowBytes: Int
    private let rowsPerStrip: Int
    /// Rows that are read at once.
    private let rowsHeld: Int
    private let log: SourceLog
    private var buffers: [DecodedBytes] = []
    /// The rows in the buffers.
    private var held = 0..<0
    private let swapsBytes: Bool
    private let reversesBits: Bool

    var memory: Int {
        let bytes = planes.count * rowsHeld * rowBytes
        return bytes <= Self.blockBytes * planes.count ? 0 : bytes
    }

    /// Bytes that are read at once; what takes no more does not count as memory.
    static let blockBytes = 256 << 10

    /// - Parameter planes: the planes that are wanted; just the first where a pixel's samples are
    ///   together.
    init(_ handle: TIFFHandle, _ directory: TIFFDirectory, planes: [Int], log: SourceLog)
        throws(ImagingError)
    {
        self.handle = handle
        self.directory = directory
        self.planes = planes
        self.log = log
        rowBytes = Int(clamping: TIFFScanlineSize64(handle.tiff))
        guard rowBytes > 0, rowBytes < Int.max / directory.height else {
            throw .damaged(format: "TIFF", detail: "its rows are larger than any file")
        }
        rowsPerStrip = min(directory.rowsPerStrip, directory.height)
        rowsHeld = max(1, min(Self.blockBytes / rowBytes, directory.height))
        swapsBytes = TIFFIsByteSwapped(handle.tiff) != 0
        reversesBits = directory.fillOrder == 2
    }

    func read(_ y: Int, _ take: (TIFFRun) -> Void) throws(ImagingError) {
        if !held.contains(y) { try fill(from: y) }
        for (index, buffer) in buffers.enumerated() {
            guard let start = buffer.bytes.baseAddress else { continue }
            take(
                TIFFRun(
                    packed: start + (y - held.lowerBound) * rowBytes, first: 0,
                    count: directory.width, sample: directory.isPlanar ? index : nil))
        }
    }

    private func fill(from y: Int) throws(ImagingError) {
        while buffers.count < planes.count {
            buffers.append(try DecodedBytes(rowsHeld * rowBytes))
        }
        let rows = min(rowsHeld, directory.height - y)
        for (index, plane) in planes.enumerated() {
            var done = 0
            while done < rows {
                let next = y + done
                let count = min(rows - done, rowsPerStrip - next % rowsPerStrip)
                try read(
                    next, plane: plane,
                    to: buffers[index].slice(at: done * rowBytes, count: count * rowBytes))
                done += count
            }
        }
        held = y..<y + rows
    }

    /// Reads rows of one strip.
    private func read(_ y: Int, plane: Int, to out: UnsafeMutableRawBufferPointer)
        throws(ImagingError)
    {
        let index = y / rowsPerStrip
        let strip = plane * directory.stripsPerPlane + index
        guard let place = handle.place(ofStrile: strip) else {
            log.warn(TIFFHandle.leftOut)
            out.clear()
            return
        }
        let first = index * rowsPerStrip
        let needed = min(rowsPerStrip, directory.height - first) * rowBytes
        if place.count < needed { try checkShort(strip, place.lowerBound, needed) }
        let start = place.lowerBound + (y - first) * rowBytes
        let result = Result { () throws(SystemError) in try handle.source.read(out, at: start) }
        let got: Int
        do {
            got = max(0, try result.get())
        } catch {
            throw .cannotRead("cannot be read: \(SystemError.text(error.code))")
        }
        if got < out.count {
            UnsafeMutableRawBufferPointer(rebasing: out[got...]).clear()
            try log.damaged(.damaged(format: "TIFF", detail: "premature end of file"))
        }
        order(out)
    }

    /// A strip whose byte count is too small is whole where nothing else begins in it.
    private func checkShort(_ strip: Int, _ start: Int, _ needed: Int) throws(ImagingError) {
        let strips = directory.stripsPerPlane * (directory.isPlanar ? directory.samplesPerPixel : 1)
        let next = strip + 1 < strips ? handle.place(ofStrile: strip + 1)?.lowerBound : nil
        if let next, next > start, next - start < needed {
            try log.damaged(
                .damaged(format: "TIFF", detail: "not enough data in strip \(strip)"))
        } else {
            log.warn("byte counts of strips are too small")
        }
    }

    /// As libtiff gives samples: in this machine's byte order, the highest bit first.
    private func order(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        if reversesBits {
            // SAFETY: bytes as bytes.
            TIFFReverseBits(start.assumingMemoryBound(to: UInt8.self), tmsize_t(bytes.count))
        }
        guard swapsBytes else { return }
        // SAFETY: the buffer holds whole samples of this size, and begins where memory does.
        switch directory.bitsPerSample {
        case 16:
            // SAFETY: see above.
            TIFFSwabArrayOfShort(
                start.assumingMemoryBound(to: UInt16.self), tmsize_t(bytes.count / 2))
        case 32:
            // SAFETY: see above.
            TIFFSwabArrayOfLong(
                start.assumingMemoryBound(to: UInt32.self), tmsize_t(bytes.count / 4))
        default: break
        }
    }
}
