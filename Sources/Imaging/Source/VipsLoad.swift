import CVips
import CVipsShim
import Files
import TilePyramid

/// A file opened through libvips: its header read, its pixels still to come, from top to bottom.
enum VipsLoad {
    struct Opened {
        /// At the part of the size that was asked for.
        let image: VipsImageRef
        /// Of the full size.
        let header: Header
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
        /// Of a JPEG.
        var jpeg: JPEGReader.Header?

        init(of image: VipsImageRef, format: Loader.Format, facts: SampleFacts) {
            self.format = format
            self.facts = facts
            size = image.size
            bands = image.bands
            sampleFormat = image.format
            interpretation = image.interpretation
            orientation = format.turnsItself ? 1 : facts.orientation ?? image.orientation
        }

        init(of pixels: JPEGSamples, format: Loader.Format, facts: SampleFacts) {
            self.format = format
            self.facts = facts
            size = pixels.header.size
            bands = pixels.shape.bands
            sampleFormat = pixels.shape.format
            interpretation = pixels.shape.interpretation
            orientation = pixels.header.orientation
            jpeg = pixels.header
        }
    }

    /// - Parameters:
    ///   - page: 0-based.
    ///   - shrink: 1, or what the format's decoder offers: the image is decoded at that part of the
    ///     size, rounded up.
    ///   - isKnownDamaged: damage has been noted, and libvips' loaders are to go on beyond it.
    static func open(
        _ file: OpenSource, page: Int, shrink: Int = 1, isKnownDamaged: Bool = false,
        log: SourceLog
    ) throws(ImagingError) -> Opened {
        let source = try VipsSourceRef(file)
        let format = try Loader.format(of: source, file)
        guard page == 0 || format.hasPages else {
            throw ImagingError.noSuchPage(page: page, pages: 1)
        }
        let facts = try SampleFacts(file, format: format, page: page)
        if let damage = facts.damage { try log.damaged(damage) }
        let image: VipsImageRef
        switch format.decoder {
        case .libvips where isKnownDamaged || facts.damage != nil:
            image = try libvips(source, file, format, facts, keepsDamaged: true, log)
        case .libvips:
            do {
                image = try libvips(source, file, format, facts, keepsDamaged: false, log)
            } catch {
                try log.damaged(error)
                // What the failed loader has read of its source is gone.
                image = try libvips(
                    VipsSourceRef(file), file, format, facts, keepsDamaged: true, log)
            }
        case .magick: image = try magick(source, as: format.name)
        case .libjpeg:
            let pixels = try JPEGSamples(file, shrink: shrink, log: log)
            return Opened(
                image: try .reading(pixels),
                header: Header(of: pixels, format: format, facts: facts))
        }
        return Opened(image: image, header: Header(of: image, format: format, facts: facts))
    }

    private static func libvips(
        _ source: VipsSourceRef, _ file: OpenSource, _ format: Loader.Format, _ facts: SampleFacts,
        keepsDamaged: Bool, _ log: SourceLog
    ) throws(ImagingError) -> VipsImageRef {
        let options = facts.page == 0 ? "" : "[page=\(facts.page)]"
        let loaded = source.loaded {
            cvips_load_sequential($0, options, keepsDamaged ? 1 : 0, $1)
        }
        guard let image = loaded else {
            let failure = VipsErrors.decoding(format.name)
            if facts.page > 0 { try checkPage(facts, try open(file, page: 0, log: log).image) }
            throw failure
        }
        // Some loaders give another page instead of failing.
        if format.hasPages { try checkPage(facts, image) }
        return image
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
            throw VipsErrors.decoding(name)
        }
        // The bytes are read again when the pixels are: they live as long as their source.
        return VipsImageRef(owning: out, keepAlive: source)
    }

    private static func checkPage(_ facts: SampleFacts, _ image: VipsImageRef)
        throws(ImagingError)
    {
        guard facts.page < image.pages else {
            throw ImagingError.noSuchPage(page: facts.page, pages: facts.pages ?? image.pages)
        }
    }
}
