import CVips
import CVipsShim
import Raster
import TilePyramid

/// A source's pixels as tiles need them: 8-bit sRGB or grey, with alpha only where it is kept.
/// Not yet upright.
struct Normalised {
    let image: VipsImageRef
    let format: PixelFormat
    /// Whether the pixels are the file's own, not converted.
    let isAsStored: Bool
    /// About the source; they change no pixel.
    let warnings: [String]
    /// Bytes of memory that converting colours holds.
    let memory: Int

    /// - Parameters:
    ///   - facts: what the file says besides.
    ///   - keepAlpha: otherwise transparency is flattened on `background`.
    init(
        _ source: VipsImageRef, facts: SampleFacts, keepAlpha: Bool, background: RGBColor
    ) throws(ImagingError) {
        let model = try ColourModel(source, facts: facts)
        let embedded: EmbeddedProfile =
            facts.outranksProfile
            ? .none : EmbeddedProfile(facts.profile ?? source.profile, model)
        try Self.checkSamples(source, model, embedded)
        let full = facts.fullIntensity.map(Double.init) ?? SampleScale.full(of: source.format)

        // Colours and alpha go their own ways: no conversion of libvips' has to know of alpha.
        let stored = try Self.unpacked(source)
        let colours = try stored.bands(0, count: model.samples)
        let converted = try ColourConversion(
            colours, model: model, embedded: embedded, full: full, coded: facts.colour)
        var image = converted.image
        if let place = Self.alpha(of: stored, model: model, facts: facts) {
            let alpha = try SampleScale.bytes(of: stored.bands(place, count: 1), full: full)
            image = try image.applying { cvips_bandjoin2($0, alpha.pointer, $1) }
            if !keepAlpha { image = try Self.flatten(image, on: background) }
        }
        self.image = image
        isAsStored = converted.isAsStored && image.bands == source.bands
        warnings = converted.warnings
        memory = converted.memory
        format =
            switch image.bands {
            case 1: .grey
            case 2: .greyAlpha
            case 3: .rgb
            default: .rgba
            }
    }

    /// Samples whose range the format does not define cannot be scaled to 8 bit.
    private static func checkSamples(
        _ image: VipsImageRef, _ model: ColourModel, _ embedded: EmbeddedProfile
    ) throws(ImagingError) {
        switch (image.format, model) {
        case (VIPS_FORMAT_UCHAR, _), (VIPS_FORMAT_USHORT, _), (VIPS_FORMAT_UINT, _),
            (_, .lab), (_, .xyz):
            return
        case (VIPS_FORMAT_FLOAT, .linearRGB), (VIPS_FORMAT_DOUBLE, .linearRGB): return
        case (VIPS_FORMAT_FLOAT, _), (VIPS_FORMAT_DOUBLE, _):
            // A profile says what 0 and 1 mean.
            if case .fitting = embedded { return }
            throw ImagingError.unsupportedPixels(
                "floating-point samples, whose range the file does not define")
        case (VIPS_FORMAT_CHAR, _), (VIPS_FORMAT_SHORT, _), (VIPS_FORMAT_INT, _):
            throw ImagingError.unsupportedPixels(
                "signed samples, whose range the file does not define")
        default:
            throw ImagingError.unsupportedPixels("complex samples")
        }
    }

    private static func unpacked(_ image: VipsImageRef) throws(ImagingError) -> VipsImageRef {
        guard vips_image_get_coding(image.pointer) == VIPS_CODING_LABQ else { return image }
        return try image.applying { cvips_labq_to_lab($0, $1) }
    }

    private static func alpha(of image: VipsImageRef, model: ColourModel, facts: SampleFacts)
        -> Int?
    {
        let place: Int? =
            switch facts.alpha {
            case .after: model.samples
            case .none: nil
            case .sample(let place): place
            }
        return place.flatMap { $0 < image.bands ? $0 : nil }
    }

    private static func flatten(_ image: VipsImageRef, on background: RGBColor)
        throws(ImagingError) -> VipsImageRef
    {
        var colour = [Double(background.red), Double(background.green), Double(background.blue)]
        if image.bands == 2 {
            // A grey picture stays grey on a grey background; otherwise it needs colour.
            if background.red == background.green && background.green == background.blue {
                colour = [colour[0]]
            } else {
                let wide = try image.applying {
                    cvips_colourspace($0, $1, VIPS_INTERPRETATION_sRGB)
                }
                return try wide.applying { cvips_flatten($0, $1, &colour, 3) }
            }
        }
        let count = Int32(colour.count)
        return try image.applying { cvips_flatten($0, $1, &colour, count) }
    }
}

extension VipsImageRef {
    /// `count` of the samples of each pixel, from `first` on.
    func bands(_ first: Int, count: Int) throws(ImagingError) -> VipsImageRef {
        if first == 0 && count == bands { return self }
        return try applying { cvips_extract_bands($0, $1, Int32(first), Int32(count)) }
    }

    func interpreted(as space: VipsInterpretation) throws(ImagingError) -> VipsImageRef {
        if interpretation == space { return self }
        return try applying { cvips_copy_interpretation($0, $1, space) }
    }
}
