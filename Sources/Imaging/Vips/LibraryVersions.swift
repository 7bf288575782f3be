import CDeflate
import CTurboJPEG
import CVips

/// What of the image libraries shapes the bytes of tiles, and what they can do.
package enum LibraryVersions {
    /// Versions of everything outside this program that shapes bytes, for the key of an image.
    package static var fingerprint: String {
        "libvips \(VipsRuntime.version), libjpeg-turbo \(jpegTurbo), libdeflate \(deflate), "
            + "libwebp \(WebPEncoder.version)"
    }

    /// `8.14.1`
    package static var libvips: String { VipsRuntime.version }

    /// As this program was compiled against.
    package static var deflate: String { LIBDEFLATE_VERSION_STRING }

    /// As this program was compiled against.
    package static var jpegTurbo: String {
        let number = Int(LIBJPEG_TURBO_VERSION_NUMBER)
        return "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
    }

    /// The source formats that this libvips can read, by name.
    ///
    /// - Throws: `ImagingError.library` when libvips cannot start.
    package static func sourceFormats() throws(ImagingError) -> [String] {
        try VipsRuntime.start()
        let own = Loader.formats.filter {
            vips_type_find("VipsOperation", "\($0.key)_source") != 0
        }.map(\.value.name)
        let magick = Loader.hasMagick ? Loader.magickFormats.map(\.name) : []
        return (own + magick).sorted()
    }
}
