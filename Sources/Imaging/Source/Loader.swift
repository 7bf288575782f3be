import CVips
import Files

/// The file formats that are cut, by their content and never by extension: a PDF or an SVG named `.jpg`
/// is what it is, and refused by name.
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
        case libjxl
        case libtiff
        case openJPEG
        // This program itself.
        case anymap
        case bmp
        case gif
        case tga
    }

    /// How a loader decodes at a smaller size.
    enum Shrink: Hashable, Sendable {
        case none
        /// By 2, 4 or 8.
        case powersOfTwo
    }

    /// What decoders of ours read, told by the first bytes. TGA has none that are its own: it is looked
    /// for when nothing else knows the file.
    private static let ours: [KnownContent: Format] = [
        .jpeg: Format(name: "JPEG", shrink: .powersOfTwo, decoder: .libjpeg),
        .tiff: Format(name: "TIFF", hasPages: true, decoder: .libtiff),
        .gif: Format(name: "GIF", hasPages: true, decoder: .gif),
        .jpeg2000: Format(name: "JPEG 2000", shrink: .powersOfTwo, decoder: .openJPEG),
        .jpegXL: Format(name: "JPEG XL", hasPages: true, turnsItself: true, decoder: .libjxl),
        .anymap: Format(name: "PPM", decoder: .anymap), .bmp: Format(name: "BMP", decoder: .bmp),
        .tga: tga,
    ]

    private static let tga = Format(name: "TGA", decoder: .tga)

    /// What loaders of libvips' read, by their names.
    private static let loaders: [String: Format] = [
        "pngload": Format(name: "PNG"), "webpload": Format(name: "WebP", hasPages: true),
        "heifload": Format(name: "HEIF", hasPages: true, turnsItself: true),
    ]

    /// Where a loader of libvips' knows a file whose first bytes are not quite as they should be, the
    /// decoder of ours says what is wrong.
    private static let counterparts: [String: KnownContent] = [
        "jpegload": .jpeg, "tiffload": .tiff, "gifload": .gif, "jp2kload": .jpeg2000,
        "jxlload": .jpegXL, "ppmload": .anymap,
    ]

    /// What can be read here, by name.
    static var names: [String] {
        let ours = ours.values.filter { $0.decoder != .libjxl || JPEGXLDecoder.isAvailable }
        let loaders = loaders.filter { vips_type_find("VipsOperation", "\($0.key)_source") != 0 }
        return (ours + loaders.values).map(\.name).sorted()
    }

    private static let refused: [String: String] = [
        "svgload": "an SVG drawing", "pdfload": "a PDF document", "csvload": "a CSV table",
        "matrixload": "a text matrix",
        "openslideload": "a slide of a microscope", "vipsload": "a libvips image",
        "analyzeload": "an Analyze image", "fitsload": "a FITS image",
        "matload": "a Matlab file", "openexrload": "an OpenEXR image",
        "radload": "a Radiance image", "niftiload": "a NIfTI image",
    ]

    /// The format of what the file holds.
    static func format(of file: OpenSource) throws(ImagingError) -> Format {
        let content = try KnownContent(file)
        if let content, content != .tga, let format = ours[content] {
            if format.decoder == .libjxl && !JPEGXLDecoder.isAvailable {
                throw ImagingError.unknownFormat(format.name)
            }
            return format
        }
        let source = VipsSourceRef(streaming: file)
        guard let found = vips_foreign_find_load_source(source.pointer) else {
            VipsErrors.clear()
            return try unknownToLibvips(content)
        }
        // The class's name, such as `VipsForeignLoadPngSource`; its nickname is what is stable.
        let nickname = String(cString: vips_nickname_find(g_type_from_name(found)))
        let base = nickname.hasSuffix("_source") ? String(nickname.dropLast(7)) : nickname
        if let format = loaders[base] ?? counterparts[base].flatMap({ ours[$0] }) { return format }
        // ImageMagick knows hundreds of formats, some of which run other programs.
        if base == "magickload" { return try unknownToLibvips(content) }
        throw ImagingError.refusedFormat(refused[base] ?? "read by libvips' \(base)")
    }

    private static func unknownToLibvips(_ content: KnownContent?) throws(ImagingError) -> Format {
        switch content {
        case nil: throw ImagingError.unknownFormat(nil)
        case .tga: return tga
        case .heifSequence: throw HEIFItems.sequence
        case .some(let content):
            // A loader of this libvips' own knows the format, but not this file.
            guard !names.contains(content.rawValue) else {
                throw ImagingError.damaged(
                    format: content.rawValue, detail: "its header cannot be read")
            }
            throw ImagingError.unknownFormat(content.rawValue)
        }
    }
}

extension Loader.Format {
    /// Bytes that decoders hold of an image while its rows are read, besides the rows: some formats
    /// can only be decoded whole. Measured with libvips 8.14, rounded up.
    ///
    /// - Parameter image: as the loader gives it.
    func decodingMemory(of image: VipsImageRef) -> Int {
        let area = image.size.area
        let samples = image.bands * Int(vips_format_sizeof(image.format))
        switch name {
        // Interlaced: all pixels, while the passes come.
        case "PNG": return image.isInterlaced ? area * samples : 0
        // The canvas, and the frame before it goes there.
        case "WebP": return area * (samples + 4)
        // The planes as they are coded, and the pixels made of them.
        case "HEIF": return area * (samples + 4 * samples / max(image.bands, 1))
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
