import CLittleCMS
import CVips
import CVipsShim

/// What samples mean as colours: a profile that a file has, or one made of a definition.
final class ICCProfile {
    private let handle: cmsHPROFILE

    /// A context of our own, whose errors go nowhere: those of LittleCMS' common one go into libvips'
    /// buffer, where another thread would take them for what its image failed of.
    // SAFETY: made once and never changed; LittleCMS' contexts may be used by any thread.
    nonisolated(unsafe) private static let context = cmsCreateContext(nil, nil)

    private init(owning handle: cmsHPROFILE) { self.handle = handle }

    /// - Returns: `nil` for bytes that are no profile.
    convenience init?(_ bytes: [UInt8]) {
        guard
            let handle = cmsOpenProfileFromMemTHR(
                Self.context, bytes, cmsUInt32Number(bytes.count))
        else {
            return nil
        }
        self.init(owning: handle)
    }

    /// An RGB profile of usable primaries and one curve for all of them.
    convenience init(primaries: Primaries, curve: ToneCurve) {
        func xyY(_ colour: Chromaticity) -> cmsCIExyY { cmsCIExyY(x: colour.x, y: colour.y, Y: 1) }
        var white = xyY(primaries.white)
        var colours = cmsCIExyYTRIPLE(
            Red: xyY(primaries.red), Green: xyY(primaries.green), Blue: xyY(primaries.blue))
        var curves: [OpaquePointer?] = [curve.pointer, curve.pointer, curve.pointer]
        self.init(
            owning: Self.made(
                withExtendedLifetime(curve) {
                    cmsCreateRGBProfileTHR(Self.context, &white, &colours, &curves)
                }))
    }

    /// A grey profile.
    convenience init(grey curve: ToneCurve) {
        self.init(
            owning: Self.made(
                withExtendedLifetime(curve) {
                    cmsCreateGrayProfileTHR(Self.context, cmsD50_xyY(), curve.pointer)
                }))
    }

    /// The inks of a press as libvips presumes them.
    ///
    /// - Throws: `ImagingError.library` where it has none.
    static func inks() throws(ImagingError) -> ICCProfile {
        var blob: UnsafeMutablePointer<VipsBlob>?
        guard cvips_profile_of_inks(&blob) == 0, let blob else {
            throw ImagingError.library(VipsErrors.take())
        }
        // SAFETY: a blob begins as the area that it is.
        let area = UnsafeMutableRawPointer(blob).assumingMemoryBound(to: VipsArea.self)
        defer { vips_area_unref(area) }
        var length = 0
        let bytes = UnsafeRawBufferPointer(start: vips_blob_get(blob, &length), count: length)
        guard let profile = ICCProfile(Array(bytes)) else {
            throw ImagingError.library("libvips' profile of inks cannot be read")
        }
        return profile
    }

    /// CIE L\*a\*b\* under D50.
    static var lab: ICCProfile { ICCProfile(owning: made(cmsCreateLab4ProfileTHR(context, nil))) }

    /// sRGB's primaries, and light as it is.
    static var linearSRGB: ICCProfile { ICCProfile(primaries: .sRGB, curve: .power(1)) }

    private static func made(_ handle: cmsHPROFILE?) -> cmsHPROFILE {
        guard let handle else { preconditionFailure("a profile of ours takes but memory to make") }
        return handle
    }

    deinit { cmsCloseProfile(handle) }

    /// LittleCMS' own version: `2.14`
    static var libraryVersion: String {
        let number = cmsGetEncodedCMMversion()
        return "\(number / 1000).\(number % 1000 / 10)"
    }

    /// What samples a profile is for.
    enum Space: Equatable {
        case grey, rgb, cmyk
        /// This many inks, whatever they are.
        case inks(Int)
    }

    /// `nil` for samples that no picture here has.
    var space: Space? {
        let space = cmsGetColorSpace(handle)
        return switch space {
        case cmsSigGrayData: .grey
        case cmsSigRgbData: .rgb
        case cmsSigCmykData: .cmyk
        case _ where Self.isOfInks(space): .inks(Int(cmsChannelsOf(space)))
        default: nil
        }
    }

    /// `1CLR` to `FCLR`, or the older `MCH1` to `MCHF`.
    private static func isOfInks(_ space: cmsColorSpaceSignature) -> Bool {
        space.rawValue & 0xff_ffff == 0x43_4c52 || space.rawValue >> 8 == 0x4d_4348
    }

    /// How samples lie in memory.
    enum SampleType: UInt32 {
        case uint8 = 1
        case uint16 = 2
        case float = 4
        case double = 8

        fileprivate func format(_ handle: cmsHPROFILE) -> cmsUInt32Number {
            switch self {
            case .uint8, .uint16: cmsFormatterForColorspaceOfProfile(handle, rawValue, 0)
            case .float: cmsFormatterForColorspaceOfProfile(handle, rawValue, 1)
            // There is no room for 8 in a format: 0 means it.
            case .double: cmsFormatterForColorspaceOfProfile(handle, 0, 1)
            }
        }
    }

    /// Whether these bytes are a profile of iccMAX (ICC.2), which LittleCMS does not know.
    static func isICCMax(_ bytes: [UInt8]) -> Bool {
        bytes.count > 128 && bytes[8] >= 5 && bytes[36..<40].elementsEqual("acsp".utf8)
    }

    /// Why a profile does not say what samples mean as colours; `nil` for the classes that do.
    var refusal: String? {
        switch cmsGetDeviceClass(handle) {
        case cmsSigLinkClass: "it is a link of two devices"
        case cmsSigAbstractClass: "it is an abstract one, which changes colours"
        case cmsSigNamedColorClass: "it is a list of named colours"
        default: nil
        }
    }

    /// The intent by which samples become colours (ICC.1:2022, 8.10.2): relative by a table of its
    /// own, else by the perceptual one, which stands for all that are not there, else by a matrix. What
    /// has none of them has at most a table for saturation.
    ///
    /// LittleCMS takes the same tables when it is asked for relative intent, but then does not find
    /// their black point; and not the last one.
    private var intent: Int32 {
        func has(_ tags: cmsTagSignature...) -> Bool {
            tags.contains { cmsIsTag(handle, $0) != 0 }
        }
        if has(cmsSigAToB1Tag, cmsSigDToB1Tag) { return INTENT_RELATIVE_COLORIMETRIC }
        if has(cmsSigAToB0Tag, cmsSigDToB0Tag) { return INTENT_PERCEPTUAL }
        if has(cmsSigRedColorantTag, cmsSigGrayTRCTag) { return INTENT_RELATIVE_COLORIMETRIC }
        if has(cmsSigAToB2Tag, cmsSigDToB2Tag) { return INTENT_SATURATION }
        return INTENT_RELATIVE_COLORIMETRIC
    }

    /// Whether three samples go through a curve each and a matrix, and nothing else.
    var isMatrix: Bool {
        withExtendedLifetime(self) {
            space == .rgb && cmsIsMatrixShaper(handle) != 0
                && [
                    cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigDToB0Tag, cmsSigDToB1Tag,
                ].allSatisfy { cmsIsTag(handle, $0) == 0 }
        }
    }

    /// LittleCMS' way from these samples to another profile's, colour by colour; `nil` where there
    /// is none. Its owner deletes it.
    func transform(from type: SampleType, to other: ICCProfile, _ otherType: SampleType)
        -> cmsHTRANSFORM?
    {
        withExtendedLifetime((self, other)) {
            cmsCreateTransform(
                handle, type.format(handle), other.handle, otherType.format(other.handle),
                cmsUInt32Number(intent),
                cmsUInt32Number(
                    cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE))
        }
    }
}

/// How light grows with the value of a sample, both from 0 to 1.
final class ToneCurve: Sendable {
    // SAFETY: LittleCMS only reads a curve once it is made.
    nonisolated(unsafe) let pointer: OpaquePointer

    private init(type: Int32, _ parameters: [Double]) {
        guard let curve = cmsBuildParametricToneCurve(nil, type, parameters) else {
            preconditionFailure("LittleCMS has this type of curve")
        }
        pointer = curve
    }

    deinit { cmsFreeToneCurve(pointer) }

    /// Light is the value to this power.
    static func power(_ exponent: Double) -> ToneCurve { ToneCurve(type: 1, [exponent]) }

    /// sRGB's (IEC 61966-2-1).
    static let sRGB = ToneCurve(
        type: 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
}
