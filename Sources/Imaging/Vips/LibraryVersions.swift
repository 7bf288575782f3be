import CDeflate
import CTurboJPEG
import CVips
import Raster
import TilePyramid

/// What of the image libraries shapes the bytes of tiles, and what they can do.
public enum LibraryVersions {
    /// Versions of everything outside this program that shapes bytes, for the key of an image.
    public static var fingerprint: String {
        "libvips \(VipsRuntime.version), LittleCMS \(ICCProfile.libraryVersion), "
            + "libjpeg-turbo \(jpegTurbo), libdeflate \(deflate), libwebp \(WebPEncoder.version)"
    }

    /// `8.14.1`
    public static var libvips: String { VipsRuntime.version }

    /// As this program was compiled against.
    public static var deflate: String { LIBDEFLATE_VERSION_STRING }

    /// As this program was compiled against.
    public static var jpegTurbo: String {
        let number = Int(LIBJPEG_TURBO_VERSION_NUMBER)
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }
}

/// Frees what libvips keeps for the calling thread.
public func leaveImagingThread() { VipsRuntime.leaveThread() }

/// Shrinks all rows of `band` to `size` pixels with a good filter.
///
/// - Throws: `ImagingError`.
public func resizePixels(of band: Band, to size: PixelSize) throws -> Band {
    try VipsRuntime.start()
    return try Shrinking.resize(band, to: size)
}

extension TileView {
    func flattened(on background: RGBColor) -> Band {
        flattened(onRed: background.red, green: background.green, blue: background.blue)
    }
}
