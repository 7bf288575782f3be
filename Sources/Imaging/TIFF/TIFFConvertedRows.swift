import CTIFF
import CTIFFHandle

/// Rows of what libtiff itself makes RGB of: YCbCr of all kinds but JPEG's, whose decoder does that.
/// Four bytes a pixel, of which the last is not looked at.
final class TIFFConvertedRows: TIFFRows {
    let memory: Int
    private let handle: TIFFHandle
    private let directory: TIFFDirectory
    private let colours: OpaquePointer
    /// Rows that are converted at once: those of a strip or of a tile.
    private let rowsAtOnce: Int
    private let log: SourceLog
    private var buffer: DecodedBytes?
    private var current = -1

    /// - Throws: `ImagingError.unsupportedPixels` where libtiff has no conversion.
    init(_ handle: TIFFHandle, _ directory: TIFFDirectory, log: SourceLog) throws(ImagingError) {
        self.handle = handle
        self.directory = directory
        self.log = log
        rowsAtOnce = min(directory.tile?.height ?? directory.rowsPerStrip, directory.height)
        var made: OpaquePointer?
        let (outcome, _) = handle.decoding { tiff in
            made = ctiff_colours_begin(tiff)
            return made != nil
        }
        guard let made else {
            if case .failed(.cannotRead(let text)) = outcome { throw .cannotRead(text) }
            throw .unsupportedPixels("YCbCr in TIFF of a kind that libtiff does not convert")
        }
        colours = made
        // The strip or the tiles as they are coded, too.
        memory = 2 * directory.width * rowsAtOnce * 4
    }

    deinit { ctiff_colours_end(colours) }

    func read(_ y: Int, _ take: (TIFFRun) -> Void) throws(ImagingError) {
        let rowBytes = directory.width * 4
        let buffer = try DecodedBytes.kept(&self.buffer, count: rowBytes * rowsAtOnce)
        if y / rowsAtOnce != current {
            current = y / rowsAtOnce
            try convert(from: current * rowsAtOnce, to: buffer)
        }
        guard let start = buffer.bytes.baseAddress else { return }
        take(
            TIFFRun(
                packed: start + y % rowsAtOnce * rowBytes, first: 0, count: directory.width))
    }

    private func convert(from top: Int, to buffer: DecodedBytes) throws(ImagingError) {
        let rows = min(rowsAtOnce, directory.height - top)
        buffer.bytes.clear()
        let (outcome, warnings) = handle.decoding { _ in
            // SAFETY: nothing else is kept there, and memory begins at a word.
            ctiff_colours_read(
                colours, UInt32(top), UInt32(rows),
                buffer.bytes.baseAddress?.assumingMemoryBound(to: UInt32.self)) == 1
        }
        for text in warnings { log.warn(text) }
        switch outcome {
        case .done: break
        case .doubtful(let error): try log.damaged(error)
        case .failed(let error):
            buffer.bytes.clear()
            try log.damaged(error)
        }
    }
}
