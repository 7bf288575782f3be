import CVips
import Files

/// The file formats that are cut, by the libvips loader that knows their content.
///
/// libvips picks a loader by content, not by extension: a PDF or an SVG named `.jpg` is opened as
/// what it is. What is no pixel image of its own is refused by name.
enum Loader {
    /// What a loader reads, as messages name it.
    struct Format: Hashable, Sendable {
        let name: String
        var shrink = Shrink.none
        /// Whether the loader has pages that a manifest can choose from.
        var hasPages = false
        /// Whether the decoder applies the container's own rotation, so that an EXIF orientation
        /// beside it must not be applied again.
        var turnsItself = false
        /// Who decodes it.
        var decoder = Decoder.libvips
    }

    enum Decoder: Hashable, Sendable {
        case libvips
        case libjpeg
        case openJPEG
        // Of our own.
        case anymap
        case bmp
        case tga
    }

    /// How a loader decodes at a smaller size.
    enum Shrink: Hashable, Sendable {
        case none
        /// By 2, 4 or 8.
        case powersOfTwo
    }

    static let formats: [String: Format] = [
        "jpegload": Format(name: "JPEG", shrink: .powersOfTwo, decoder: .libjpeg),
        "pngload": Format(name: "PNG"),
        "tiffload": Format(name: "TIFF", hasPages: true),
        "webpload": Format(name: "WebP", hasPages: true),
        "gifload": Format(name: "GIF", hasPages: true),
        "heifload": Format(name: "HEIF", hasPages: true, turnsItself: true),
        "jp2kload": jpeg2000,
        "jxlload": Format(name: "JPEG XL", turnsItself: true),
        "ppmload": anymap,
    ]

    private static let jpeg2000 = Format(
        name: "JPEG 2000", shrink: .powersOfTwo, decoder: .openJPEG)

    private static let anymap = Format(name: "PPM", decoder: .anymap)
    private static let bmp = Format(name: "BMP", decoder: .bmp)
    private static let tga = Format(name: "TGA", decoder: .tga)

    /// What is read whatever libvips was built with.
    static let ours = [anymap, bmp, tga]

    private static let refused: [String: String] = [
        "svgload": "an SVG drawing", "pdfload": "a PDF document", "csvload": "a CSV table",
        "matrixload": "a text matrix",
        "openslideload": "a slide of a microscope", "vipsload": "a libvips image",
        "analyzeload": "an Analyze image", "fitsload": "a FITS image",
        "matload": "a Matlab file", "openexrload": "an OpenEXR image",
        "radload": "a Radiance image", "niftiload": "a NIfTI image",
    ]

    /// The format of what the file holds.
    static func format(of source: VipsSourceRef, _ file: OpenSource) throws(ImagingError)
        -> Format
    {
        // Asking every loader takes longer than decoding a small photograph: one of them starts a
        // database. Most files are JPEG, and its first bytes are nothing else's.
        if let start = vips_source_sniff(source.pointer, 3), start[0] == 0xff, start[1] == 0xd8,
            start[2] == 0xff, let jpeg = formats["jpegload"]
        {
            return jpeg
        }
        switch try KnownContent(file) {
        case .jpeg2000: return jpeg2000
        case .anymap: return anymap
        case .bmp: return bmp
        default: break
        }
        guard let found = vips_foreign_find_load_source(source.pointer) else {
            VipsErrors.clear()
            return try unknownToLibvips(file)
        }
        // The class's name, such as `VipsForeignLoadJpegSource`; its nickname is what is stable.
        let nickname = String(cString: vips_nickname_find(g_type_from_name(found)))
        let base = nickname.hasSuffix("_source") ? String(nickname.dropLast(7)) : nickname
        if let format = formats[base] { return format }
        // ImageMagick knows hundreds of formats, some of which run other programs.
        if base == "magickload" { return try unknownToLibvips(file) }
        throw ImagingError.refusedFormat(refused[base] ?? "read by libvips' \(base)")
    }

    private static func unknownToLibvips(_ file: OpenSource) throws(ImagingError) -> Format {
        guard let content = try KnownContent(file) else { throw ImagingError.unknownFormat(nil) }
        // It has no signature that would tell it from what libvips knows.
        if content == .tga { return tga }
        // A loader of this libvips' own knows the format, but not this file.
        let isRead = formats.contains {
            $0.value.name == content.rawValue
                && vips_type_find("VipsOperation", "\($0.key)_source") != 0
        }
        if isRead {
            throw ImagingError.damaged(
                format: content.rawValue,
                detail: try TIFFDirectory.isCutOff(file)
                    ? "premature end of file" : "its header cannot be read")
        }
        throw ImagingError.unknownFormat(content.rawValue)
    }
}

extension Loader.Format {
    /// Bytes that decoders hold of an image while its rows are read, besides the rows: some formats
    /// can only be decoded whole. Measured with libvips 8.14, rounded up.
    ///
    /// - Parameter image: as the loader gives it.
    func decodingMemory(of image: VipsImageRef, facts: SampleFacts) -> Int {
        let area = image.size.area
        let samples = image.bands * Int(vips_format_sizeof(image.format))
        switch name {
        // Interlaced: all pixels, while the passes come.
        case "PNG": return image.isInterlaced ? area * samples : 0
        // The canvas, and the frame before it goes there.
        case "WebP", "GIF": return area * (samples + 4)
        // The planes as they are coded, and the pixels made of them.
        case "HEIF": return area * (samples + 4 * samples / max(image.bands, 1))
        // Lossless files are decoded in 32-bit planes.
        case "JPEG XL": return area * (samples + 4 * max(image.bands, 3))
        case "TIFF":
            return 2 * image.size.width * min(facts.rowsAtOnce, image.size.height) * samples
        default: return 0
        }
    }
}

extension VipsImageRef {
    /// Whether the pixels come in several passes over the image.
    fileprivate var isInterlaced: Bool {
        vips_image_get_typeof(pointer, "interlaced") != 0
            || vips_image_get_typeof(pointer, "progressive") != 0
    }
}
