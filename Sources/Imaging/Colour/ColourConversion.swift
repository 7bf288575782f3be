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
    ///   - colours: just the colour samples.
    ///   - embedded: the profile that the file has.
    ///   - full: the value of full intensity.
    ///   - coded: what the colours are where there is no profile.
    init(
        _ colours: VipsImageRef, model: ColourModel, embedded: EmbeddedProfile, full: Double,
        coded: CodedColour?
    ) throws(ImagingError) {
        if case .ignored(let cause) = embedded {
            warnings = ["the embedded colour profile was ignored: \(cause)"]
        } else {
            warnings = []
        }
        let conversion =
            if case .fitting(let conversion) = embedded {
                conversion.changesNothing ? nil : conversion
            } else {
                try Self.presumedProfile(model, embedded, coded).flatMap(ProfileConversion.init)
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
        case (.linearRGB, .none), (.linearRGB, .ignored), (.xyz, _):
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
        switch (model, embedded) {
        // Grey with the profile of sRGB.
        case (.grey, .needless), (.xyz, _), (.linearRGB, _): nil
        case (.grey, _), (.rgb, _): coded?.profile(isGrey: model == .grey)
        case (.cmyk, _): try ICCProfile.inks()
        case (.lab, _): .lab
        }
    }
}

/// The profile in a file, by what it is worth for the pixels.
enum EmbeddedProfile {
    case none
    /// Not to be used, and why.
    case ignored(String)
    /// Not for these pixels, and they mean without it what it says.
    case needless
    case fitting(ProfileConversion)

    /// - Parameter bytes: as the file has them; `nil` where it has none.
    init(_ bytes: [UInt8]?, _ model: ColourModel) {
        guard let bytes else {
            self = .none
            return
        }
        guard !ICCProfile.isICCMax(bytes) else {
            self = .ignored("it is of ICC version 5 (iccMAX)")
            return
        }
        guard let profile = ICCProfile(bytes) else {
            self = .ignored("it is broken")
            return
        }
        let conversion = ProfileConversion(from: profile)
        switch model {
        // Defined without a profile.
        case .lab, .xyz: self = .needless
        case .grey where profile.space == .rgb && conversion?.changesNothing ?? false:
            self = .needless
        default:
            if let refusal = profile.refusal {
                self = .ignored(refusal)
            } else if !model.fits(profile) {
                self = .ignored("it does not fit the pixels")
            } else if let conversion {
                self = .fitting(conversion)
            } else {
                self = .ignored("it is broken")
            }
        }
    }
}
