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
        /// Threads that it may use beside the caller's.
        let threads: Int
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

    /// - Parameters:
    ///   - page: 0-based.
    ///   - shrink: 1, or what the format's decoder offers: the image is decoded at that part of the
    ///     size, rounded up.
    static func open(
        _ file: OpenSource, page: Int, shrink: Int = 1, limits: Limits, log: SourceLog
    ) throws(ImagingError) -> Opened {
        let source = try VipsSourceRef(file)
        let format = try Loader.format(of: source, file)
        guard page == 0 || format.hasPages else {
            throw ImagingError.noSuchPage(page: page, pages: 1)
        }
        let facts = try SampleFacts(file, format: format, page: page)
        switch format.decoder {
        case .libvips:
            return Opened(try libvips(source, file, format, facts, limits, log), format, facts)
        case .libjpeg: return try jpeg(source, file, format, facts, shrink, log)
        case .anymap: return try Opened(reading: AnymapDecoder(file, log: log), format)
        case .bmp: return try Opened(reading: BMPDecoder(file, log: log), format)
        case .tga: return try Opened(reading: TGADecoder(file, log: log), format)
        case .openJPEG: return try jpeg2000(file, format, shrink, limits, log)
        }
    }

    private static func jpeg(
        _ source: VipsSourceRef, _ file: OpenSource, _ format: Loader.Format, _ facts: SampleFacts,
        _ shrink: Int, _ log: SourceLog
    ) throws(ImagingError) -> Opened {
        let image = try jpegHeader(source)
        let header = Header(of: image, format: format, facts: facts)
        let pixels = try JPEGSamples(file, header: image, shrink: shrink, log: log)
        guard pixels.shape.bands == header.bands,
            pixels.shape.size == header.size.halved(times: shrink.trailingZeroBitCount)
        else {
            throw ImagingError.changed(format.name)
        }
        return Opened(image: try .reading(pixels), header: header, decoder: pixels, memory: 0)
    }

    private static func jpeg2000(
        _ file: OpenSource, _ format: Loader.Format, _ shrink: Int, _ limits: Limits,
        _ log: SourceLog
    ) throws(ImagingError) -> Opened {
        let whole = try JPEG2000Decoder(file, shrink: 1, limits: limits, log: log)
        let header = Header(
            of: try .reading(whole), format: format, facts: whole.facts)
        let decoder =
            shrink == 1
            ? whole : try JPEG2000Decoder(file, shrink: shrink, limits: limits, log: log)
        return Opened(
            image: try .reading(decoder), header: header, decoder: decoder, memory: decoder.memory)
    }

    private static func libvips(
        _ source: VipsSourceRef, _ file: OpenSource, _ format: Loader.Format, _ facts: SampleFacts,
        _ limits: Limits, _ log: SourceLog
    ) throws(ImagingError) -> VipsImageRef {
        let options = facts.page == 0 ? "" : "[page=\(facts.page)]"
        guard let image = source.loaded(by: { cvips_load_sequential($0, options, $1) }) else {
            let failure = VipsErrors.decoding(format.name)
            if facts.page > 0 {
                try checkPage(facts, try open(file, page: 0, limits: limits, log: log).image)
            }
            throw failure
        }
        // Some loaders give another page instead of failing.
        if format.hasPages { try checkPage(facts, image) }
        return image
    }

    /// Size, profile and orientation, without pixels.
    private static func jpegHeader(_ source: VipsSourceRef) throws(ImagingError) -> VipsImageRef {
        guard let image = source.loaded(by: cvips_load_jpeg_header) else {
            throw VipsErrors.decoding("JPEG")
        }
        return image
    }

    private static func checkPage(_ facts: SampleFacts, _ image: VipsImageRef)
        throws(ImagingError)
    {
        guard facts.page < image.pages else {
            throw ImagingError.noSuchPage(page: facts.page, pages: facts.pages ?? image.pages)
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
        memory = format.decodingMemory(of: image, facts: facts)
    }
}
