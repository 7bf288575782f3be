import CVips
import CVipsShim
import Glibc

/// A file opened through libvips: its header read, its pixels still to come, from top to bottom.
enum VipsLoad {
    struct Opened {
        let image: VipsImageRef
        let format: Loader.Format
        let facts: SampleFacts
    }

    /// - Parameter page: 0-based.
    static func open(_ path: String, page: Int) throws(ImagingError) -> Opened {
        let source = try source(path)
        defer { g_object_unref(source) }
        let format = try Loader.format(of: source, path: path)
        guard page == 0 || format.hasPages else {
            throw ImagingError.noSuchPage(page: page, pages: 1)
        }
        let facts = try SampleFacts(path, format: format, page: page)
        if format.decoder == .magick {
            return Opened(image: try magick(source, as: format.name), format: format, facts: facts)
        }
        let options = facts.page == 0 ? "" : "[page=\(facts.page)]"
        var out: UnsafeMutablePointer<VipsImage>?
        let failed =
            format.shrink == .powersOfTwo
            ? cvips_load_jpeg_header(source, &out) : cvips_load_sequential(source, options, &out)
        guard failed == 0, let out else {
            let detail = VipsErrors.take(about: format.name)
            if page > 0 { try checkPage(facts, try open(path, page: 0).image) }
            throw ImagingError.decoding(format.name, detail)
        }
        let image = VipsImageRef(owning: out)
        // Some loaders give another page instead of failing.
        if format.hasPages { try checkPage(facts, image) }
        return Opened(image: image, format: format, facts: facts)
    }

    /// A source that is not mapped into memory: a mapped file that is cut short while it is read,
    /// as by `cp` over it, ends the process. libvips reads most formats as a stream anyway; those
    /// that it would map are read whole, or in pieces where they may be large.
    private static func source(_ path: String) throws(ImagingError)
        -> UnsafeMutablePointer<VipsSource>
    {
        let head = try FileBytes(path).bytes(at: 0, count: 16)
        let opened: UnsafeMutablePointer<VipsSource>?
        switch try KnownContent(FileBytes(path)) {
        case .webp, .heif, .gif, .jpegXL, .jpeg2000, .bmp, .tga:
            opened = cvips_source_whole(path)
        default:
            // Portable anymaps: P1 to P7.
            let isAnymap =
                head.count > 1 && head[0] == 0x50 && (0x31...0x37).contains(head[1])
            guard !isAnymap else {
                opened = cvips_source_streamed(path)
                break
            }
            guard let source = vips_source_new_from_file(path) else {
                throw ImagingError.cannotRead("cannot be read: \(VipsErrors.take())")
            }
            return source
        }
        guard let opened else {
            throw ImagingError.cannotRead("cannot be read: \(String(cString: strerror(errno)))")
        }
        return opened
    }

    private static func magick(_ source: UnsafeMutablePointer<VipsSource>, as name: String)
        throws(ImagingError) -> VipsImageRef
    {
        var length = 0
        guard let bytes = vips_source_map(source, &length) else {
            throw ImagingError.cannotRead("cannot be read: \(VipsErrors.take())")
        }
        var out: UnsafeMutablePointer<VipsImage>?
        guard cvips_load_magick(bytes, length, &out) == 0, let out else {
            throw ImagingError.decoding(name, VipsErrors.take(about: name))
        }
        // The bytes are read again when the pixels are: they live as long as their source.
        return VipsImageRef(owning: out, keepAlive: VipsSourceRef(referencing: source))
    }

    /// The pixels of a JPEG file whose header has been opened.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: decoded at that part of the size, rounded up.
    static func jpeg(_ path: String, header: VipsImageRef, shrink: Int) throws(ImagingError)
        -> VipsImageRef
    {
        var out: UnsafeMutablePointer<VipsImage>?
        guard cvips_load_jpeg(path, Int32(shrink), header.pointer, &out) == 0, let out else {
            throw ImagingError.decoding("JPEG", VipsErrors.take(about: "JPEG"))
        }
        return VipsImageRef(owning: out)
    }

    private static func checkPage(_ facts: SampleFacts, _ image: VipsImageRef)
        throws(ImagingError)
    {
        guard facts.page < image.pages else {
            throw ImagingError.noSuchPage(page: facts.page, pages: facts.pages ?? image.pages)
        }
    }
}

/// Keeps a source, and what has been read of it, as long as pixels are made of it.
private final class VipsSourceRef {
    private let pointer: UnsafeMutablePointer<VipsSource>

    init(referencing pointer: UnsafeMutablePointer<VipsSource>) {
        self.pointer = pointer
        g_object_ref(pointer)
    }

    deinit { g_object_unref(pointer) }
}
