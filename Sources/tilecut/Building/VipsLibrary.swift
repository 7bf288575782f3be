import Files
import Imaging
import Pipeline
import Raster
import TilePyramid

/// The pipeline's view of `Imaging`. libvips starts when the first image is opened, so a run that
/// finds everything up to date never starts it.
struct VipsLibrary: ImageLibrary {
    var fingerprint: String { LibraryVersions.fingerprint }

    func open(_ source: OpenSource, for job: Job, wholeImageLimit: Int) throws -> any SourceImage {
        try ImageFile(source, for: job, wholeImageLimit: wholeImageLimit)
    }

    func makeEncoder() throws -> any PixelEncoder { try ImageEncoder() }

    func resize(_ band: Band, to size: PixelSize) throws -> Band {
        try resizePixels(of: band, to: size)
    }

    func leaveThread() { leaveImagingThread() }
}

extension ImageFile: SourceImage {
    public func rows(scratch: String) throws -> any RowReader { try openRows(scratch: scratch) }
}

extension ImageRows: RowReader {}

extension ImageEncoder: PixelEncoder {}
