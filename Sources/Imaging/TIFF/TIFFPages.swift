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
            do {
                let picture = try picture(of: handle) { TIFFReadDirectory($0) == 1 }
                if picture.directory.isFullPicture {
                    if full == page { return picture.chosen(log) }
                    full += 1
                }
            } catch {
                guard isEnd(error, handle, after: chain) else { throw error }
                break
            }
            chain += 1
            if full == 0 { subdirectories += Self.subdirectories(handle.tiff) }
        }
        guard full == 0 else { throw .noSuchPage(page: page, pages: full) }
        for offset in subdirectories {
            let picture = try picture(of: handle) { TIFFSetSubDirectory($0, offset) == 1 }
            guard picture.directory.isFullPicture else { continue }
            if full == page { return picture.chosen(log) }
            full += 1
        }
        guard full == 0 else { throw .noSuchPage(page: page, pages: full) }
        guard page < chain else { throw .noSuchPage(page: page, pages: chain) }
        return try picture(of: handle) { TIFFSetDirectory($0, tdir_t(page)) == 1 }.chosen(log)
    }

    /// A directory, and what libtiff said of it.
    private struct Picture {
        let directory: TIFFDirectory
        let messages: [String]

        func chosen(_ log: SourceLog) -> TIFFDirectory {
            for text in messages where TIFFMessage.isAboutPixels(text) { log.warn(text) }
            return directory
        }
    }

    private static func picture(of handle: TIFFHandle, going: (OpaquePointer) -> Bool)
        throws(ImagingError) -> Picture
    {
        let messages = try handle.going(going)
        let isComplete = !messages.contains(where: TIFFMessage.saysExtraSamplesAreMissing)
        return Picture(
            directory: TIFFDirectory(handle, namesExtraSamples: isComplete), messages: messages)
    }

    /// Whether there is no further directory, instead of one that cannot be read. A chain that bites
    /// its own tail ends there.
    private static func isEnd(_ error: ImagingError, _ handle: TIFFHandle, after count: Int) -> Bool
    {
        count > 0 && (TIFFLastDirectory(handle.tiff) != 0 || "\(error)".contains("loop"))
    }

    private static func subdirectories(_ tiff: OpaquePointer) -> [UInt64] {
        var count: UInt16 = 0
        var offsets: UnsafePointer<UInt64>?
        guard ctiff_offsets(tiff, UInt32(TIFFTAG_SUBIFD), &count, &offsets) == 1 else { return [] }
        return UnsafeBufferPointer(start: offsets, count: Int(count)).filter { $0 > 0 }
    }

    /// Canon's raw files are TIFF but for a mark of their own; their first directory is a preview.
    private static func checkMaker(of source: OpenSource) throws(ImagingError) {
        if try source.bytes(at: 8, count: 2) == Array("CR".utf8) {
            throw .unsupportedPixels("the raw data of a camera's sensor")
        }
    }
}
