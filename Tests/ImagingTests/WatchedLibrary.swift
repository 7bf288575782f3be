import Files
import Imaging
import Pipeline
import Raster
import Synchronization
import TilePyramid

/// The image library, with something done to a source at a chosen moment of its cut.
final class WatchedLibrary: ImageLibrary {
    enum Moment: CaseIterable {
        /// The source is open and its digest taken; the header has not been read.
        case digested
        /// The header has been read.
        case opened
        /// Decoding has begun; no row has been read.
        case rowsBegun
        /// Some rows have been read.
        case midway
        /// A thumbnail is decoded from the file, where its format allows that.
        case thumbnail
    }

    private let library = VipsLibrary()
    private let name: String
    private let moment: Moment
    private let action: @Sendable () -> Void
    private let isDone = Mutex(false)

    /// - Parameters:
    ///   - name: the image whose source `action` is done to, once.
    init(_ name: String, at moment: Moment, _ action: @escaping @Sendable () -> Void) {
        self.name = name
        self.moment = moment
        self.action = action
    }

    var fingerprint: String { library.fingerprint }

    func open(_ source: OpenSource, for job: Job, wholeImageLimit: Int, threads: Int) throws
        -> WatchedImage
    {
        let watching = job.name == name ? self : nil
        watching?.reached(.digested)
        let image = try library.open(
            source, for: job, wholeImageLimit: wholeImageLimit, threads: threads)
        watching?.reached(.opened)
        return WatchedImage(image: image, library: watching)
    }

    func makeEncoder() throws -> WatchedEncoder {
        WatchedEncoder(encoder: try library.makeEncoder())
    }

    func resize(_ band: Band, to size: PixelSize) throws -> Band {
        try library.resize(band, to: size)
    }

    func leaveThread() { library.leaveThread() }

    fileprivate func reached(_ moment: Moment) {
        guard moment == self.moment else { return }
        isDone.withLock { isDone in
            if !isDone { action() }
            isDone = true
        }
    }
}

struct WatchedImage: SourceImage {
    fileprivate let image: ImageFile
    fileprivate let library: WatchedLibrary?

    var size: PixelSize { image.size }
    var format: PixelFormat { image.format }
    var readingMemory: Int { image.readingMemory }
    var warnings: [String] { image.warnings }
    var damage: String? { image.damage }
    var shrinksOnLoad: Bool { image.shrinksOnLoad }

    func rows(scratch: String) throws -> any RowReader {
        let rows = WatchedRows(rows: try image.rows(scratch: scratch), library: library)
        library?.reached(.rowsBegun)
        return rows
    }

    func shrunk(to size: PixelSize) throws -> Band {
        library?.reached(.thumbnail)
        return try image.shrunk(to: size)
    }
}

final class WatchedRows: RowReader {
    private let rows: any RowReader
    private let library: WatchedLibrary?

    init(rows: any RowReader, library: WatchedLibrary?) {
        self.rows = rows
        self.library = library
    }

    func read(_ count: Int, into band: Band) throws {
        try rows.read(count, into: band)
        library?.reached(.midway)
    }
}

final class WatchedEncoder: PixelEncoder {
    private let encoder: ImageEncoder

    init(encoder: ImageEncoder) { self.encoder = encoder }

    func encode(
        _ pixels: TileView, as encoding: Encoding, background: RGBColor, into output: ByteBuffer
    ) throws {
        try encoder.encode(pixels, as: encoding, background: background, into: output)
    }
}
