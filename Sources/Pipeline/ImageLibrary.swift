import Files
import Raster
import TilePyramid

/// What the pipeline needs of an image library. The command hands it one; tests hand it fakes.
package protocol ImageLibrary: Sendable {
    associatedtype Image: SourceImage
    associatedtype Encoder: PixelEncoder

    /// Versions of everything outside the pipeline that shapes the bytes of tiles.
    var fingerprint: String { get }

    /// Reads a job's source far enough to know its size; no pixel is decoded. All that is read of
    /// it, now and later, is read through `source`.
    ///
    /// - Parameters:
    ///   - wholeImageLimit: an image that must be held whole, to be turned, is held in memory up to
    ///     this many bytes, and in a temporary file beyond.
    ///   - threads: how many a decoder may use that can use several.
    /// - Throws: an error whose description names the cause.
    func open(_ source: OpenSource, for job: Job, wholeImageLimit: Int, threads: Int) throws
        -> Image

    /// An encoder for one worker.
    func makeEncoder() throws -> Encoder

    /// Shrinks all rows of `band` to `size` pixels with a good filter.
    func resize(_ band: Band, to size: PixelSize) throws -> Band

    /// Called on a thread that has used the library, before it goes back to its owner.
    func leaveThread()
}

/// A source that has been opened for one job. Used by one thread at a time.
package protocol SourceImage: Sendable {
    /// Size of the full, upright image in pixels.
    var size: PixelSize { get }
    /// The format in which rows are read.
    var format: PixelFormat { get }
    /// Bytes of memory that reading the rows holds besides the bands.
    var readingMemory: Int { get }
    /// Warnings about the source, which change no pixel, so far.
    var warnings: [String] { get }
    /// Whether the file format can decode at a smaller size, so that a thumbnail is cheaper made
    /// from the file than from the rows.
    var shrinksOnLoad: Bool { get }

    /// Starts decoding from the first row.
    ///
    /// - Parameter scratch: a folder that temporary files may be put in; whoever owns it removes
    ///   it.
    func rows(scratch: String) throws -> any RowReader

    /// Decodes the image at `size` pixels or a little more and shrinks it to `size`.
    func shrunk(to size: PixelSize) throws -> Band
}

/// Turns pixels into the bytes of an image file. Belongs to one worker.
package protocol PixelEncoder: AnyObject {
    /// - Parameters:
    ///   - background: what lies behind transparency where the format has none.
    ///   - output: receives the file's bytes; what it held is gone.
    func encode(
        _ pixels: TileView, as encoding: Encoding, background: RGBColor, into output: ByteBuffer)
        throws
}
