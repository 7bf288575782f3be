import CVips
import CVipsShim

/// Colour samples, without alpha, as 8-bit sRGB or grey.
struct ColourConversion {
    let image: VipsImageRef
    /// Whether no sample was changed.
    let isAsStored: Bool
    let warnings: [String]

    /// - Parameters:
    ///   - colours: just the colour samples, with the profile that the file has.
    ///   - full: the value of full intensity.
    ///   - coded: what the colours are where there is no profile.
    init(_ colours: VipsImageRef, model: ColourModel, full: Double, coded: CodedColour?)
        throws(ImagingError)
    {
        let profile = Self.fittingProfile(of: colours, model)
        var warnings: [String] = []
        if let embedded = colours.profile, profile == nil, !Self.isNeedless(embedded, model) {
            warnings.append("the embedded colour profile was ignored: it does not fit the pixels")
        }
        if let profile, !ICCProfile.isSRGB(profile) {
            let wide = try Self.spread(colours, model, full: full)
            if let converted = try Self.converted(wide, model, by: profile) {
                image = converted
                isAsStored = false
                self.warnings = warnings
                return
            }
            warnings.append("the embedded colour profile was ignored: it is broken")
        }
        self.warnings = warnings
        if colours.profile == nil, let shaper = coded?.shaper, model == .rgb || model == .grey {
            isAsStored = false
            let wide = try Self.spread(colours, model, full: full)
            image =
                try model == .grey
                ? SRGBLight.encoded(grey: wide, curve: shaper.curves[0])
                : SRGBLight.encoded(
                    SRGBLight.light(of: wide, curves: shaper.curves), matrix: shaper.matrix)
            return
        }
        switch model {
        case .grey, .rgb:
            let bytes = try SampleScale.bytes(of: colours, full: full)
            isAsStored = bytes === colours
            image = try bytes.interpreted(
                as: model.samples == 1 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
        case .linearRGB where colours.profile == nil || profile == nil:
            isAsStored = false
            image = try colours.applying { cvips_colourspace($0, $1, VIPS_INTERPRETATION_sRGB) }
        case .linearRGB:
            // An sRGB profile says that the values are not linear after all.
            isAsStored = false
            image = try SampleScale.bytes(of: colours, full: full)
                .interpreted(as: VIPS_INTERPRETATION_sRGB)
        case .cmyk:
            isAsStored = false
            image = try Self.spread(colours, model, full: full)
                .applying { cvips_cmyk_to_srgb($0, $1) }
        case .lab:
            isAsStored = false
            image = try SRGBLight.encoded(
                colours.applying { cvips_colourspace($0, $1, VIPS_INTERPRETATION_LAB) }
                    .applying { cvips_lab_to_xyz($0, $1) },
                matrix: SRGBLight.ofXYZ.map { $0 / 100 })
        case .xyz:
            isAsStored = false
            image = try colours.applying { cvips_colourspace($0, $1, VIPS_INTERPRETATION_sRGB) }
        }
    }

    /// The embedded profile where it is one for this kind of pixel.
    static func fittingProfile(of image: VipsImageRef, _ model: ColourModel) -> [UInt8]? {
        guard let profile = image.profile, let space = model.profileSpace,
            ICCProfile.colourSpace(profile) == space
        else { return nil }
        return profile
    }

    /// 8-bit sRGB or grey by an embedded profile; `nil` where it is broken.
    ///
    /// The colour engine is exact for 8-bit samples of a matrix profile. Of grey and of wide
    /// samples it makes a table with few entries and interpolates, which is 10 levels off in dark
    /// and in saturated colours: those are worked out by the profile's own curves and matrix.
    private static func converted(_ wide: VipsImageRef, _ model: ColourModel, by profile: [UInt8])
        throws(ImagingError) -> VipsImageRef?
    {
        if model == .grey, let curve = ICCProfile.greyCurve(profile) {
            return try SRGBLight.encoded(grey: wide, curve: curve)
        }
        if wide.format != VIPS_FORMAT_UCHAR, let shaper = ICCProfile.matrixShaper(profile) {
            return try SRGBLight.encoded(
                SRGBLight.light(of: wide, curves: shaper.curves), matrix: shaper.matrix)
        }
        guard works(wide) else { return nil }
        let converted = try wide.applying { cvips_icc_to_srgb($0, $1) }
        // A grey picture as sRGB has three equal channels; one of them is enough.
        return try model == .grey ? converted.bands(1, count: 1) : converted
    }

    /// A profile that changes nothing when it is ignored: sRGB's for grey, any for Lab.
    private static func isNeedless(_ profile: [UInt8], _ model: ColourModel) -> Bool {
        switch model {
        case .lab, .xyz: true
        case .grey: ICCProfile.isSRGB(profile)
        case .rgb, .cmyk, .linearRGB: false
        }
    }

    private static func spread(_ colours: VipsImageRef, _ model: ColourModel, full: Double)
        throws(ImagingError) -> VipsImageRef
    {
        let wide = try SampleScale.spread(colours, full: full)
        let space =
            switch model {
            case .grey:
                wide.format == VIPS_FORMAT_UCHAR
                    ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_GREY16
            case .cmyk: VIPS_INTERPRETATION_CMYK
            default:
                wide.format == VIPS_FORMAT_UCHAR
                    ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_RGB16
            }
        return try wide.interpreted(as: space)
    }

    /// Whether the colour engine can make something of the profile: tried on one pixel, so that a
    /// broken one does not come to light in the middle of the image. One that it only warns of it
    /// has replaced by another.
    private static func works(_ wide: VipsImageRef) -> Bool {
        let (works, complaints) = VipsWarnings.collecting { () -> Bool in
            do {
                let pixel = try VipsImageRef.blackPixel(like: wide)
                _ = try pixel.applying { cvips_icc_to_srgb($0, $1) }.inMemory()
                return true
            } catch {
                return false
            }
        }
        return works && complaints.isEmpty
    }
}

extension VipsImageRef {
    /// A pixel of zeros with the samples and the profile of `other`.
    fileprivate static func blackPixel(like other: VipsImageRef) throws(ImagingError)
        -> VipsImageRef
    {
        let size = Int(vips_format_sizeof(other.format)) * other.bands
        let made = [UInt8](repeating: 0, count: size).withUnsafeBytes { bytes in
            vips_image_new_from_memory_copy(
                bytes.baseAddress, size, 1, 1, Int32(other.bands), other.format)
        }
        guard let made else { throw ImagingError.library(VipsErrors.take()) }
        if let profile = other.profile {
            profile.withUnsafeBytes { bytes in
                vips_image_set_blob_copy(
                    made, VIPS_META_ICC_NAME, bytes.baseAddress, bytes.count)
            }
        }
        return try VipsImageRef(owning: made).interpreted(as: other.interpretation)
    }
}
