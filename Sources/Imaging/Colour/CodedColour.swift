import Glibc

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

    /// The way to sRGB; `nil` where nothing changes.
    var shaper: ICCProfile.MatrixShaper? {
        let columns = Self.columns[primaries]
        if columns == nil && transfer == .number(13) { return nil }
        let curve: (Double) -> Double =
            switch transfer {
            case .number: ICCProfile.light
            case .power(let power): { pow($0, power) }
            }
        return ICCProfile.MatrixShaper(
            curves: [curve, curve, curve], columns: columns ?? Self.sRGB)
    }

    private static let sRGB = [
        [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410],
    ]

    /// XYZ of red, green and blue, adapted from D65 to D50 by Bradford's method, of the primaries
    /// that are not sRGB's: BT.2020 and those of Display P3. Others are as good as sRGB's, or
    /// unspecified, which means the same.
    private static let columns: [Int: [[Double]]] = [
        9: [
            [0.67348, 0.27904, -0.00193], [0.16566, 0.67534, 0.02998],
            [0.12505, 0.04561, 0.79684],
        ],
        12: [
            [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189],
            [0.15710, 0.06657, 0.78407],
        ],
    ]
}
