import CTIFF
import CTIFFHandle
import Files

/// Which of a file's directories are pictures that a manifest can choose from.
enum TIFFPages {
    /// Goes to a picture of the file's.
    ///
    /// Pictures of their own in the main chain count, in order. Where there are none (raw files begin
    /// with a small copy), those in sub-directories do; where there are none either, everything does.
    ///
    /// - Parameters:
    ///   - page: 0-based.
    ///   - log: takes warnings about the directory.
    static func select(_ page: Int, of handle: TIFFHandle, log: SourceLog) throws(ImagingError)
        -> TIFFDirectory
    {
        try checkMaker(of: handle.source)
        var full = 0
        var chain = 0
        var subdirectories: [UInt64] = []
        while true {
            let (outcome, warnings) = handle.calling { TIFFReadDirectory($0) == 1 }
            if case .failed(let error) = outcome {
                guard try isEnd(error, handle, after: chain) else { throw error }
                break
            }
            let directory = TIFFDirectory(handle)
            if directory.isFullPicture {
                if full == page {
                    for text in warnings where TIFFMessage.isAboutPixels(text) { log.warn(text) }
                    return directory
                }
                full += 1
            }
            chain += 1
            if full == 0 { subdirectories += Self.subdirectories(handle.tiff) }
        }
        guard full == 0 else { throw .noSuchPage(page: page, pages: full) }
        return try selectCopy(page, of: handle, chain, subdirectories)
    }

    /// Where no directory of the main chain is a picture of its own.
    private static func selectCopy(
        _ page: Int, of handle: TIFFHandle, _ chain: Int, _ subdirectories: [UInt64]
    ) throws(ImagingError) -> TIFFDirectory {
        var full = 0
        for offset in subdirectories {
            let (outcome, _) = handle.calling { TIFFSetSubDirectory($0, offset) == 1 }
            if case .failed(let error) = outcome { throw error }
            let directory = TIFFDirectory(handle)
            guard directory.isFullPicture else { continue }
            if full == page { return directory }
            full += 1
        }
        guard full == 0 else { throw .noSuchPage(page: page, pages: full) }
        guard page < chain else { throw .noSuchPage(page: page, pages: chain) }
        let (outcome, _) = handle.calling { TIFFSetDirectory($0, tdir_t(page)) == 1 }
        if case .failed(let error) = outcome { throw error }
        return TIFFDirectory(handle)
    }

    /// Whether there is no further directory, instead of one that cannot be read. A chain that bites
    /// its own tail ends there.
    private static func isEnd(_ error: ImagingError, _ handle: TIFFHandle, after count: Int)
        throws(ImagingError) -> Bool
    {
        count > 0 && (TIFFLastDirectory(handle.tiff) != 0 || "\(error)".contains("loop"))
    }

    private static func subdirectories(_ tiff: OpaquePointer) -> [UInt64] {
        var count: UInt16 = 0
        var offsets: UnsafePointer<UInt64>?
        guard ctiff_offsets(tiff, UInt32(TIFFTAG_SUBIFD), &count, &offsets) == 1 else { return [] }
        return Array(UnsafeBufferPointer(start: offsets, count: Int(count)))
    }

    /// Canon's raw files are TIFF but for a mark of their own; their first directory is a preview.
    private static func checkMaker(of source: OpenSource) throws(ImagingError) {
        if try source.bytes(at: 8, count: 2) == Array("CR".utf8) {
            throw .unsupportedPixels("the raw data of a camera's sensor")
        }
    }
}
