import CVips
import CVipsShim

/// Colour samples, without alpha, as 8-bit sRGB or grey.
struct ColourConversion {
    let image: VipsImageRef
    /// Whether no sample was changed.
    let isAsStored: Bool
    let warnings: [String]
    /// Bytes of memory that converting holds.
    let memory: Int

    /// - Parameters:
    ///   - colours: just the colour samples, with the profile that the file has.
    ///   - full: the value of full intensity.
    ///   - coded: what the colours are where there is no profile.
    init(_ colours: VipsImageRef, model: ColourModel, full: Double, coded: CodedColour?)
        throws(ImagingError)
    {
        let embedded = EmbeddedProfile(of: colours, model)
        var warnings: [String] = []
        var conversion: ProfileConversion?
        switch embedded {
        case .fitting(let profile) where !profile.isSRGB:
            conversion = ProfileConversion(from: profile)
            if conversion == nil {
                warnings.append("the embedded colour profile was ignored: it is broken")
            }
        case .unfit:
            warnings.append("the embedded colour profile was ignored: it does not fit the pixels")
        case .none, .needless, .fitting: break
        }
        self.warnings = warnings
        if conversion == nil {
            conversion = try Self.presumedProfile(model, embedded, coded)
                .flatMap(ProfileConversion.init)
        }
        if let conversion {
            isAsStored = false
            let samples =
                try model == .lab
                ? colours.applying { cvips_colourspace($0, $1, VIPS_INTERPRETATION_LAB) }
                : SampleScale.spread(colours, full: full)
            (image, memory) = try conversion.converted(samples)
            return
        }
        memory = 0
        switch (model, embedded) {
        case (.linearRGB, .none), (.linearRGB, .unfit), (.xyz, _):
            isAsStored = false
            image = try colours.applying { cvips_colourspace($0, $1, VIPS_INTERPRETATION_sRGB) }
        default:
            // Of linear RGB: an sRGB profile says that the values are not linear after all.
            let bytes = try SampleScale.bytes(of: colours, full: full)
            isAsStored = bytes === colours
            image = try bytes.interpreted(
                as: model == .grey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
        }
    }

    /// What samples mean where no profile of their own says it, or none that can be used; `nil` for
    /// sRGB, and for what libvips converts by its definition.
    private static func presumedProfile(
        _ model: ColourModel, _ embedded: EmbeddedProfile, _ coded: CodedColour?
    ) throws(ImagingError) -> ICCProfile? {
        switch model {
        case .grey, .rgb:
            if case .none = embedded { return coded?.profile(isGrey: model == .grey) }
            return nil
        case .cmyk: return try ICCProfile.inks()
        case .lab: return .lab
        case .xyz, .linearRGB: return nil
        }
    }
}

/// The profile in a file, by what it is worth for the pixels.
enum EmbeddedProfile {
    case none
    /// For other pixels, or no profile at all.
    case unfit
    /// Not for these pixels, and they mean without it what it says.
    case needless
    case fitting(ICCProfile)

    init(of image: VipsImageRef, _ model: ColourModel) {
        guard let bytes = image.profile else {
            self = .none
            return
        }
        let profile = ICCProfile(bytes)
        if let profile, let space = profile.space, space == model.profileSpace {
            self = .fitting(profile)
        } else {
            let isNeedless =
                switch model {
                // Defined without a profile.
                case .lab, .xyz: true
                case .grey: profile?.isSRGB ?? false
                case .rgb, .cmyk, .linearRGB: false
                }
            self = isNeedless ? .needless : .unfit
        }
    }
}
