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
        /// What reads `image`, where that is a decoder of ours.
        let decoder: (any SampleDecoder)?
        /// Bytes of memory that decoding holds besides the rows.
        let memory: Int
    }

    /// How much a decoder may take.
    struct Limits {
        /// Bytes up to which an image is held whole.
        let wholeImage: Int
        /// Threads that it may use.
        let threads: Int
    }

    /// What of a file is wanted, and how.
    struct Request {
        /// 0-based.
        var page = 0
        /// 1, or what the format's decoder offers: the image is decoded at that part of the size,
        /// rounded up.
        var shrink = 1
        /// Damage has been noted, and libvips' loaders are to go on beyond it.
        var isKnownDamaged = false
        let limits: Limits
        let log: SourceLog
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

    static func open(_ file: OpenSource, _ request: Request) throws(ImagingError) -> Opened {
        let format = try Loader.format(of: file)
        guard request.page == 0 || format.hasPages else {
            throw ImagingError.noSuchPage(page: request.page, pages: 1)
        }
        let facts = try SampleFacts(file, format: format, page: request.page)
        for warning in facts.warnings { request.log.warn(warning) }
        if let damage = facts.damage { try request.log.damaged(damage) }
        switch format.decoder {
        case .libvips:
            return Opened(try libvips(file, format, facts, request), format, facts)
        case .anymap:
            return try Opened(AnymapDecoder(file, log: request.log), memory: 0, format, facts)
        case .bmp: return try Opened(BMPDecoder(file, log: request.log), memory: 0, format, facts)
        case .gif:
            let decoder = try GIFDecoder(file, page: request.page, log: request.log)
            return try Opened(decoder, memory: decoder.memory, format, facts)
        case .libjpeg: return try jpeg(file, format, facts, request)
        case .libjxl:
            let decoder = try JPEGXLDecoder(file, page: request.page, log: request.log)
            return try Opened(decoder, memory: decoder.memory, format, facts)
        case .libtiff:
            let decoder = try TIFFSamples(file, page: request.page, log: request.log)
            return try Opened(decoder, memory: decoder.memory, format, decoder.facts)
        case .openJPEG: return try jpeg2000(file, format, request)
        case .tga: return try Opened(TGADecoder(file, log: request.log), memory: 0, format, facts)
        }
    }

    private static func jpeg(
        _ file: OpenSource, _ format: Loader.Format, _ facts: SampleFacts, _ request: Request
    ) throws(ImagingError) -> Opened {
        let pixels = try JPEGSamples(file, shrink: request.shrink, log: request.log)
        return Opened(
            image: try .reading(pixels), header: Header(of: pixels, format: format, facts: facts),
            decoder: pixels, memory: 0)
    }

    private static func jpeg2000(
        _ file: OpenSource, _ format: Loader.Format, _ request: Request
    ) throws(ImagingError) -> Opened {
        let (limits, log) = (request.limits, request.log)
        let whole = try JPEG2000Decoder(file, shrink: 1, limits: limits, log: log)
        let header = Header(of: try .reading(whole), format: format, facts: whole.facts)
        let decoder =
            request.shrink == 1
            ? whole
            : try JPEG2000Decoder(file, shrink: request.shrink, limits: limits, log: log)
        return Opened(
            image: try .reading(decoder), header: header, decoder: decoder, memory: decoder.memory)
    }

    private static func libvips(
        _ file: OpenSource, _ format: Loader.Format, _ facts: SampleFacts, _ request: Request
    ) throws(ImagingError) -> VipsImageRef {
        let options = facts.page == 0 ? "" : "[page=\(facts.page)]"
        func load(keepsDamaged: Bool) throws(ImagingError) -> VipsImageRef {
            // Each time anew: what a failed loader has read of its source is gone.
            let loaded = try VipsSourceRef(file).loaded {
                cvips_load_sequential($0, options, keepsDamaged ? 1 : 0, $1)
            }
            guard let image = loaded else {
                let failure = VipsErrors.decoding(format.name)
                if facts.page > 0 {
                    var first = request
                    first.page = 0
                    try checkPage(facts, try open(file, first).image)
                }
                throw failure
            }
            // Some loaders give another page instead of failing.
            if format.hasPages { try checkPage(facts, image) }
            return try HEIFSamples.corrected(image, facts: facts)
        }
        if request.isKnownDamaged || facts.damage != nil {
            return try load(keepsDamaged: true)
        }
        do {
            return try load(keepsDamaged: false)
        } catch {
            try request.log.damaged(error)
            return try load(keepsDamaged: true)
        }
    }

    private static func checkPage(_ facts: SampleFacts, _ image: VipsImageRef)
        throws(ImagingError)
    {
        guard facts.page < image.pages else {
            throw ImagingError.noSuchPage(page: facts.page, pages: image.pages)
        }
    }
}

extension VipsLoad.Opened {
    /// What a decoder gives that holds no more than a row.
    fileprivate init(reading decoder: some SampleDecoder, _ format: Loader.Format)
        throws(ImagingError)
    {
        image = try .reading(decoder)
        header = VipsLoad.Header(of: image, format: format, facts: SampleFacts())
        self.decoder = decoder
        memory = 0
    }

    /// What libvips' own loader gives, at the full size.
    fileprivate init(_ image: VipsImageRef, _ format: Loader.Format, _ facts: SampleFacts) {
        self.image = image
        header = VipsLoad.Header(of: image, format: format, facts: facts)
        decoder = nil
        memory = format.decodingMemory(of: image)
    }

    /// What a decoder of ours gives, at the full size.
    fileprivate init(
        _ decoder: some SampleDecoder, memory: Int, _ format: Loader.Format, _ facts: SampleFacts
    ) throws(ImagingError) {
        image = try .reading(decoder)
        header = VipsLoad.Header(of: image, format: format, facts: facts)
        self.decoder = decoder
        self.memory = memory
    }
}
