/// Colours as video standards number them (ITU-T H.273): how AVIF, HEIC and PNG say in a few bytes
/// what a profile says in many.
struct CodedColour: Hashable {
    var primaries: Int
    /// The curve, by its number, or a power.
    var transfer: Transfer

    enum Transfer: Hashable {
        case number(Int)
        /// Light is the value to this power.
        case power(Double)
    }

    init(primaries: Int, transfer: Int) throws(ImagingError) {
        self.primaries = primaries
        switch transfer {
        case 16: throw .unsupportedPixels("high dynamic range (PQ)")
        case 18: throw .unsupportedPixels("high dynamic range (HLG)")
        case 4: self.transfer = .power(2.2)
        case 5: self.transfer = .power(2.8)
        case 8: self.transfer = .power(1)
        default: self.transfer = .number(13)
        }
    }

    /// sRGB's primaries with a power.
    init(power: Double) {
        primaries = 1
        transfer = .power(power)
    }

    /// What RGB or grey samples mean; `nil` where that is sRGB.
    func profile(isGrey: Bool) -> ICCProfile? {
        let curve: ToneCurve =
            switch transfer {
            case .number: .sRGB
            case .power(let power): .power(power)
            }
        if isGrey { return transfer == .number(13) ? nil : ICCProfile(grey: curve) }
        switch primaries {
        case 9: return ICCProfile(primaries: .bt2020, curve: curve)
        case 12: return ICCProfile(primaries: .displayP3, curve: curve)
        // Others are as good as sRGB's, or unspecified, which means the same.
        default: return transfer == .number(13) ? nil : ICCProfile(primaries: .sRGB, curve: curve)
        }
    }
}
