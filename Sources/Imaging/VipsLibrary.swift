import CDeflate
import CTIFF
import CTurboJPEG
import CVips
import Files
import Raster
import TilePyramid

/// What reads, shrinks and writes images: libvips, and the codecs beside it. libvips starts when
/// the first image is opened, so a run that finds everything up to date never starts it.
package struct VipsLibrary: Sendable {
    package init() {}

    package var fingerprint: String { LibraryVersions.fingerprint }

    /// - Throws: `ImagingError`.
    package func open(
        _ source: OpenSource, for job: Job, wholeImageLimit: Int, threads: Int
    ) throws -> ImageFile {
        try ImageFile(source, for: job, wholeImageLimit: wholeImageLimit, threads: threads)
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

/// What of the image libraries shapes the bytes of tiles, and what they can do.
package enum LibraryVersions {
    /// Versions of everything outside this program that shapes bytes, for the key of an image.
    package static var fingerprint: String {
        "libvips \(VipsRuntime.version), LittleCMS \(ICCProfile.libraryVersion), "
            + "libtiff \(tiff), OpenJPEG \(OpenJPEGCodec.version), "
            + "libjpeg-turbo \(jpegTurbo), libdeflate \(deflate), libwebp \(WebPEncoder.version)"
            + (JPEGXLDecoder.libraryVersion.map { ", libjxl \($0)" } ?? "")
    }

    /// `8.14.1`
    package static var libvips: String { VipsRuntime.version }

    /// `4.5.0`, of "LIBTIFF, Version 4.5.0" and a copyright.
    package static var tiff: String {
        let text = String(cString: TIFFGetVersion())
        return String(text.prefix { !$0.isNewline }.split(separator: " ").last ?? "")
    }

    /// As this program was compiled against.
    package static var deflate: String { LIBDEFLATE_VERSION_STRING }

    /// As this program was compiled against.
    package static var jpegTurbo: String {
        let number = Int(LIBJPEG_TURBO_VERSION_NUMBER)
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }

    /// The source formats that can be read here, by name.
    ///
    /// - Throws: `ImagingError.library` when libvips cannot start.
    package static func sourceFormats() throws(ImagingError) -> [String] {
        try VipsRuntime.start()
        return Loader.names
    }
}
