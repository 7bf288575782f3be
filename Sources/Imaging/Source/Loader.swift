import CVips

/// The file formats that are cut, by the libvips loader that knows their content.
///
/// libvips picks a loader by content, not by extension: a PDF or an SVG named `.jpg` is opened as
/// what it is. What is no pixel image of its own is refused by name.
enum Loader {
    /// What a loader reads, as messages name it.
    struct Format: Hashable, Sendable {
        let name: String
        let shrink: Shrink
        /// Whether the loader has pages.
        let hasPages: Bool
    }

    /// How a loader decodes at a smaller size.
    enum Shrink: Hashable, Sendable {
        case none
        /// By 2, 4 or 8, with the option `shrink`.
        case powersOfTwo
    }

    static let formats: [String: Format] = [
        "jpegload": Format(name: "JPEG", shrink: .powersOfTwo, hasPages: false),
        "pngload": Format(name: "PNG", shrink: .none, hasPages: false),
        "tiffload": Format(name: "TIFF", shrink: .none, hasPages: true),
        "webpload": Format(name: "WebP", shrink: .none, hasPages: true),
        "gifload": Format(name: "GIF", shrink: .none, hasPages: true),
        "heifload": Format(name: "HEIF", shrink: .none, hasPages: true),
        "jp2kload": Format(name: "JPEG 2000", shrink: .none, hasPages: false),
        "jxlload": Format(name: "JPEG XL", shrink: .none, hasPages: false),
        "ppmload": Format(name: "PPM", shrink: .none, hasPages: false),
    ]

    private static let refused: [String: String] = [
        "svgload": "an SVG drawing", "pdfload": "a PDF document", "csvload": "a CSV table",
        "matrixload": "a text matrix", "magickload": "a format of ImageMagick's",
        "openslideload": "a slide of a microscope", "vipsload": "a libvips image",
        "analyzeload": "an Analyze image", "fitsload": "a FITS image",
        "matload": "a Matlab file", "openexrload": "an OpenEXR image",
        "radload": "a Radiance image", "niftiload": "a NIfTI image",
    ]

    /// The format of what `source` holds.
    static func format(of source: UnsafeMutablePointer<VipsSource>) throws(ImagingError) -> Format {
        guard let found = vips_foreign_find_load_source(source) else {
            VipsErrors.clear()
            throw ImagingError.unknownFormat
        }
        // The class's name, such as `VipsForeignLoadJpegSource`; its nickname is what is stable.
        let nickname = String(cString: vips_nickname_find(g_type_from_name(found)))
        let base = nickname.hasSuffix("_source") ? String(nickname.dropLast(7)) : nickname
        if let format = formats[base] { return format }
        throw ImagingError.refusedFormat(refused[base] ?? "read by libvips' \(base)")
    }
}
