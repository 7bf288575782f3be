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

    /// An RGB profile of primaries under D65 and one curve for all of them.
    convenience init(primaries: Primaries, curve: ToneCurve) {
        func xyY(_ colour: Chromaticity) -> cmsCIExyY { cmsCIExyY(x: colour.x, y: colour.y, Y: 1) }
        var white = xyY((0.3127, 0.3290))
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

    static var sRGB: ICCProfile { ICCProfile(primaries: .sRGB, curve: .sRGB) }

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
    enum Space {
        case grey, rgb, cmyk
    }

    /// `nil` for samples that no picture here has.
    var space: Space? {
        switch cmsGetColorSpace(handle) {
        case cmsSigGrayData: .grey
        case cmsSigRgbData: .rgb
        case cmsSigCmykData: .cmyk
        default: nil
        }
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

    /// LittleCMS' way from these samples to another profile's, colour by colour; `nil` where there
    /// is none. Its owner deletes it.
    func transform(from type: SampleType, to other: ICCProfile, _ otherType: SampleType)
        -> cmsHTRANSFORM?
    {
        withExtendedLifetime((self, other)) {
            cmsCreateTransform(
                handle, type.format(handle), other.handle, otherType.format(other.handle),
                cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
                cmsUInt32Number(
                    cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_NOCACHE))
        }
    }

    /// Whether the profile's primaries and curves are those of sRGB within what 8 bit can show: then
    /// pixels are what they should be already, and converting them would only cost time and a
    /// rounding.
    var isSRGB: Bool { withExtendedLifetime(self) { hasSRGBsTags } }

    private var hasSRGBsTags: Bool {
        guard space == .rgb, cmsGetPCS(handle) == cmsSigXYZData,
            // A table of its own overrides the matrix.
            cmsIsTag(handle, cmsSigAToB0Tag) == 0, cmsIsTag(handle, cmsSigAToB1Tag) == 0
        else { return false }
        let primaries = [
            (cmsSigRedColorantTag, [0.4361, 0.2225, 0.0139]),
            (cmsSigGreenColorantTag, [0.3851, 0.7169, 0.0971]),
            (cmsSigBlueColorantTag, [0.1431, 0.0606, 0.7141]),
        ]
        for (tag, expected) in primaries {
            // SAFETY: LittleCMS gives tags in the type that goes with their names; it keeps them.
            guard let found = cmsReadTag(handle, tag)?.assumingMemoryBound(to: cmsCIEXYZ.self),
                zip([found.pointee.X, found.pointee.Y, found.pointee.Z], expected)
                    .allSatisfy({ abs($0 - $1) < 0.003 })
            else { return false }
        }
        return [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].allSatisfy { tag in
            guard let curve = cmsReadTag(handle, tag).map(OpaquePointer.init) else { return false }
            return stride(from: Float(0), through: 1, by: 1 / 32).allSatisfy {
                abs(cmsEvalToneCurveFloat(curve, $0) - ToneCurve.sRGB.light($0)) < 0.003
            }
        }
    }
}

/// Where a colour lies among all of its lightness (CIE 1931).
typealias Chromaticity = (x: Double, y: Double)

struct Primaries {
    let red: Chromaticity
    let green: Chromaticity
    let blue: Chromaticity

    static let sRGB = Primaries(red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))
    static let bt2020 = Primaries(
        red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
    static let displayP3 = Primaries(red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06))
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

    func light(_ value: Float) -> Float {
        withExtendedLifetime(self) { cmsEvalToneCurveFloat(pointer, value) }
    }
}
