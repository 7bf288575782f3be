/// Colours as video standards number them (ITU-T H.273), or as chromaticities and a power: how AVIF,
/// HEIC, JPEG XL and PNG say in a few bytes what a profile says in many.
struct CodedColour: Hashable {
    var primaries = Primaries.sRGB
    var curve = Curve.sRGB

    enum Curve: Hashable {
        case sRGB
        /// Light is the value to this power.
        case power(Double)
    }

    init(primaries: Primaries = .sRGB, curve: Curve = .sRGB) {
        (self.primaries, self.curve) = (primaries, curve)
    }

    /// Those of numbers; `nil` where these say nothing, so that something else may.
    ///
    /// - Throws: `ImagingError.unsupportedPixels` for those that 8 bit of sRGB cannot show.
    init?(primaries: Int, transfer: Int) throws(ImagingError) {
        let known = try Primaries(number: primaries)
        guard let curve = try Self.curve(number: transfer) else {
            guard let known else { return nil }
            self.init(primaries: known)
            return
        }
        self.init(primaries: known ?? .sRGB, curve: curve)
    }

    private static func curve(number: Int) throws(ImagingError) -> Curve? {
        switch number {
        case 4: .power(2.2)
        case 5: .power(2.8)
        case 8: .power(1)
        case 9, 10: throw .unsupportedPixels("logarithmic values")
        case 16: throw .unsupportedPixels("high dynamic range (PQ)")
        case 17: throw .unsupportedPixels("values of digital cinema")
        case 18: throw .unsupportedPixels("high dynamic range (HLG)")
        // Cameras' curves: what is made with them is seen, and meant, as by sRGB's.
        case 1, 6, 7, 11, 12, 13, 14, 15: .sRGB
        default: nil
        }
    }

    /// What RGB or grey samples mean; `nil` where that is sRGB.
    func profile(isGrey: Bool) -> ICCProfile? {
        if curve == .sRGB && (isGrey || primaries.areSRGBs) { return nil }
        let curve: ToneCurve =
            switch curve {
            case .sRGB: .sRGB
            case .power(let power): .power(power)
            }
        return isGrey ? ICCProfile(grey: curve) : ICCProfile(primaries: primaries, curve: curve)
    }
}
