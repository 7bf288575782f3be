import CVips
import CVipsShim
import Raster
import TilePyramid

/// A source's pixels as tiles need them: 8-bit sRGB or grey, with alpha only where it is kept.
/// Not yet upright.
struct Normalised {
    let image: VipsImageRef
    let format: PixelFormat
    /// Remarks that change no pixel.
    let warnings: [String]

    /// - Parameters:
    ///   - keepAlpha: otherwise transparency is flattened on `background`.
    init(_ source: VipsImageRef, keepAlpha: Bool, background: RGBColor) throws(ImagingError) {
        try Self.checkSamples(source)
        var warnings: [String] = []
        var image = try Self.toSRGB(source, warnings: &warnings)
        image = try Self.toBytes(image)
        let hasAlpha = image.bands == 2 || image.bands >= 4
        if image.bands > 4 {
            image = try image.applying { cvips_extract_bands($0, $1, 0, 4) }
        }
        if hasAlpha && !keepAlpha {
            image = try Self.flatten(image, on: background)
        }
        self.image = image
        self.warnings = warnings
        format =
            switch image.bands {
            case 1: .grey
            case 2: .greyAlpha
            case 3: .rgb
            default: .rgba
            }
    }

    /// Samples whose range the format does not define cannot be scaled to 8 bit.
    private static func checkSamples(_ image: VipsImageRef) throws(ImagingError) {
        switch (image.format, image.interpretation) {
        case (VIPS_FORMAT_UCHAR, _), (VIPS_FORMAT_USHORT, _),
            (_, VIPS_INTERPRETATION_LAB), (_, VIPS_INTERPRETATION_LABS),
            (_, VIPS_INTERPRETATION_XYZ), (_, VIPS_INTERPRETATION_scRGB):
            return
        case (VIPS_FORMAT_FLOAT, _), (VIPS_FORMAT_DOUBLE, _):
            throw ImagingError.unsupportedPixels(
                "floating-point samples, whose range the file does not define")
        default:
            throw ImagingError.unsupportedPixels(
                "samples of a type that has no defined range (32-bit or signed whole numbers, "
                    + "or complex)")
        }
    }

    private static func toSRGB(_ image: VipsImageRef, warnings: inout [String])
        throws(ImagingError) -> VipsImageRef
    {
        let isGrey = image.bands < 3
        if let profile = image.profile, !ICCProfile.isSRGB(profile) {
            do {
                let converted = try image.applying { cvips_icc_to_srgb($0, $1) }
                guard isGrey else { return converted }
                return try greyOf(converted, hasAlpha: image.bands == 2)
            } catch {
                warnings.append("the embedded colour profile was ignored: it does not fit")
            }
        }
        switch image.interpretation {
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_RGB,
            VIPS_INTERPRETATION_MULTIBAND:
            return image
        default:
            let space = isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
            return try image.applying { cvips_colourspace($0, $1, space) }
        }
    }

    /// A grey picture converted to sRGB has three equal channels; one of them is enough.
    private static func greyOf(_ image: VipsImageRef, hasAlpha: Bool) throws(ImagingError)
        -> VipsImageRef
    {
        let grey = try image.applying { cvips_extract_bands($0, $1, 1, 1) }
        guard hasAlpha else { return grey }
        let alpha = try image.applying { cvips_extract_bands($0, $1, Int32(image.bands - 1), 1) }
        return try grey.applying { cvips_bandjoin2($0, alpha.pointer, $1) }
    }

    /// 16 bit becomes 8 by its high byte, as libvips' own conversions do.
    private static func toBytes(_ image: VipsImageRef) throws(ImagingError) -> VipsImageRef {
        if image.format == VIPS_FORMAT_UCHAR { return image }
        if image.format == VIPS_FORMAT_USHORT {
            let isGrey = image.bands < 3
            let wide = try image.applying {
                cvips_copy_interpretation(
                    $0, $1, isGrey ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16)
            }
            return try wide.applying {
                cvips_colourspace(
                    $0, $1, isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
            }
        }
        return try image.applying { cvips_cast_uchar($0, $1) }
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
