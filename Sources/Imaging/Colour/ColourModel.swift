import CVips
import CVipsShim

/// What the colour samples of a pixel mean.
enum ColourModel {
    case grey
    case rgb
    case cmyk
    /// CIE L*a*b*.
    case lab
    case xyz
    /// RGB in linear light, 0...1.
    case linearRGB

    /// - Throws: `ImagingError.unsupportedPixels` for more or fewer inks than four.
    init(_ image: VipsImageRef, facts: SampleFacts) throws(ImagingError) {
        let profileSpace = image.profile.flatMap { ICCProfile($0)?.space }
        if case .inks(let count) = profileSpace, count > 4,
            image.bands >= count || image.interpretation == VIPS_INTERPRETATION_CMYK
        {
            throw ImagingError.unsupportedPixels("\(count) inks")
        }
        switch image.interpretation {
        case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABS, VIPS_INTERPRETATION_LABQ:
            self = .lab
        case VIPS_INTERPRETATION_XYZ: self = .xyz
        case VIPS_INTERPRETATION_scRGB where image.bands >= 3: self = .linearRGB
        case VIPS_INTERPRETATION_CMYK:
            guard image.bands >= 4 else {
                throw ImagingError.unsupportedPixels("\(image.bands) inks")
            }
            self = .cmyk
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: self = .grey
        default:
            // A press's profile beside RGB and alpha does not make them inks.
            self = image.bands < 3 ? .grey : image.bands >= 4 && facts.isCMYK ? .cmyk : .rgb
        }
    }

    /// Samples a pixel.
    var samples: Int {
        switch self {
        case .grey: 1
        case .rgb, .lab, .xyz, .linearRGB: 3
        case .cmyk: 4
        }
    }

    /// Whether a profile is for such samples, by their kind.
    func fits(_ profile: ICCProfile) -> Bool {
        switch self {
        case .grey: profile.space == .grey || profile.space == .inks(1)
        case .rgb, .linearRGB: profile.space == .rgb || profile.space == .inks(3)
        case .cmyk: profile.space == .cmyk || profile.space == .inks(4)
        // Defined without a profile.
        case .lab, .xyz: false
        }
    }
}
