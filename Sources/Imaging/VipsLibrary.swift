import Files
import Raster
import TilePyramid

/// What reads, shrinks and writes images: libvips, and the codecs beside it. libvips starts when
/// the first image is opened, so a run that finds everything up to date never starts it.
package struct VipsLibrary: Sendable {
    package init() {}

    package var fingerprint: String { LibraryVersions.fingerprint }

    /// - Throws: `ImagingError`.
    package func open(_ source: OpenSource, for job: Job, wholeImageLimit: Int) throws -> ImageFile
    {
        try ImageFile(source, for: job, wholeImageLimit: wholeImageLimit)
    }

    /// - Throws: `ImagingError`.
    package func makeEncoder() throws -> ImageEncoder { try ImageEncoder() }

    /// Shrinks all rows of `band` to `size` pixels with a good filter.
    ///
    /// - Throws: `ImagingError`.
    package func resize(_ band: Band, to size: PixelSize) throws -> Band {
        try VipsRuntime.start()
        return try Shrinking.resize(band, to: size)
    }

    /// Frees what libvips keeps for the calling thread.
    package func leaveThread() { VipsRuntime.leaveThread() }
}
