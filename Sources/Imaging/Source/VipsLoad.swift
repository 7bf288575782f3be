import CVips
import CVipsShim
import Files
import TilePyramid

/// A file opened through libvips: its header read, its pixels still to come, from top to bottom.
enum VipsLoad {
    struct Opened {
        let image: VipsImageRef
        let header: Header

        init(_ image: VipsImageRef, _ format: Loader.Format, _ facts: SampleFacts) {
            self.image = image
            header = Header(of: image, format: format, facts: facts)
        }
    }

    /// What a file's header says, as far as reading its pixels depends on it.
    struct Header: Hashable {
        let format: Loader.Format
        let facts: SampleFacts
        let size: PixelSize
        let bands: Int
        let sampleFormat: VipsBandFormat
        let interpretation: VipsInterpretation
        let orientation: Int

        init(of image: VipsImageRef, format: Loader.Format, facts: SampleFacts) {
            self.format = format
            self.facts = facts
            size = image.size
            bands = image.bands
            sampleFormat = image.format
            interpretation = image.interpretation
            orientation = format.turnsItself ? 1 : facts.orientation ?? image.orientation
        }
    }

    /// - Parameter page: 0-based.
    static func open(_ file: OpenSource, page: Int) throws(ImagingError) -> Opened {
        let source = try VipsSourceRef(file)
        let format = try Loader.format(of: source, file)
        guard page == 0 || format.hasPages else {
            throw ImagingError.noSuchPage(page: page, pages: 1)
        }
        let facts = try SampleFacts(file, format: format, page: page)
        if format.decoder == .magick {
            return Opened(try magick(source, as: format.name), format, facts)
        }
        let options = facts.page == 0 ? "" : "[page=\(facts.page)]"
        let loaded = source.loaded {
            format.shrink == .powersOfTwo
                ? cvips_load_jpeg_header($0, $1) : cvips_load_sequential($0, options, $1)
        }
        guard let image = loaded else {
            let detail = VipsErrors.take(about: format.name)
            if page > 0 { try checkPage(facts, try open(file, page: 0).image) }
            throw ImagingError.decoding(format.name, detail)
        }
        // Some loaders give another page instead of failing.
        if format.hasPages { try checkPage(facts, image) }
        return Opened(image, format, facts)
    }

    private static func magick(_ source: VipsSourceRef, as name: String) throws(ImagingError)
        -> VipsImageRef
    {
        var length = 0
        guard let bytes = vips_source_map(source.pointer, &length) else {
            throw ImagingError.cannotRead("cannot be read: \(VipsErrors.take())")
        }
        var out: UnsafeMutablePointer<VipsImage>?
        guard cvips_load_magick(bytes, length, &out) == 0, let out else {
            throw ImagingError.decoding(name, VipsErrors.take(about: name))
        }
        // The bytes are read again when the pixels are: they live as long as their source.
        return VipsImageRef(owning: out, keepAlive: source)
    }

    /// The pixels of a JPEG file whose header has been opened.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: decoded at that part of the size, rounded up.
    static func jpeg(_ file: OpenSource, header: VipsImageRef, shrink: Int) throws(ImagingError)
        -> VipsImageRef
    {
        let pixels = VipsSourceRef(streaming: file).loaded {
            cvips_load_jpeg($0, Int32(shrink), header.pointer, $1)
        }
        guard let pixels else {
            throw ImagingError.decoding("JPEG", VipsErrors.take(about: "JPEG"))
        }
        return pixels
    }

    private static func checkPage(_ facts: SampleFacts, _ image: VipsImageRef)
        throws(ImagingError)
    {
        guard facts.page < image.pages else {
            throw ImagingError.noSuchPage(page: facts.page, pages: facts.pages ?? image.pages)
        }
    }
}
