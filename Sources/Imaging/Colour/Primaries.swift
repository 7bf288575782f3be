/// Where a colour lies among all of its lightness (CIE 1931).
struct Chromaticity: Hashable {
    let x: Double
    let y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    static let d65 = Chromaticity(0.3127, 0.3290)
}

/// The colours of full red, green and blue, and of all three.
struct Primaries: Hashable {
    let red: Chromaticity
    let green: Chromaticity
    let blue: Chromaticity
    var white = Chromaticity.d65

    static let sRGB = Primaries(
        red: .init(0.64, 0.33), green: .init(0.30, 0.60), blue: .init(0.15, 0.06))

    /// By their number (ITU-T H.273, table 2); `nil` where it says nothing.
    ///
    /// - Throws: `ImagingError.unsupportedPixels` for those of light itself.
    init?(number: Int) throws(ImagingError) {
        let illuminantC = Chromaticity(0.310, 0.316)
        switch number {
        case 1: self = .sRGB
        case 4:
            self = Primaries(
                red: .init(0.67, 0.33), green: .init(0.21, 0.71), blue: .init(0.14, 0.08),
                white: illuminantC)
        case 5:
            self = Primaries(
                red: .init(0.64, 0.33), green: .init(0.29, 0.60), blue: .init(0.15, 0.06))
        case 6, 7:
            self = Primaries(
                red: .init(0.630, 0.340), green: .init(0.310, 0.595), blue: .init(0.155, 0.070))
        case 8:
            self = Primaries(
                red: .init(0.681, 0.319), green: .init(0.243, 0.692), blue: .init(0.145, 0.049),
                white: illuminantC)
        case 9:
            self = Primaries(
                red: .init(0.708, 0.292), green: .init(0.170, 0.797), blue: .init(0.131, 0.046))
        case 10: throw .unsupportedPixels("CIE XYZ by number")
        case 11:
            self = Primaries(
                red: .init(0.680, 0.320), green: .init(0.265, 0.690), blue: .init(0.150, 0.060),
                white: .init(0.314, 0.351))
        case 12:
            self = Primaries(
                red: .init(0.680, 0.320), green: .init(0.265, 0.690), blue: .init(0.150, 0.060))
        case 22:
            self = Primaries(
                red: .init(0.630, 0.340), green: .init(0.295, 0.605), blue: .init(0.155, 0.077))
        default: return nil
        }
    }

    init(
        red: Chromaticity, green: Chromaticity, blue: Chromaticity,
        white: Chromaticity = .d65
    ) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    /// Whether colours can be made of them: white lies inside of their triangle.
    var areUsable: Bool {
        func side(_ a: Chromaticity, _ b: Chromaticity, _ c: Chromaticity) -> Double {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        }
        let sides = [
            side(red, green, white), side(green, blue, white), side(blue, red, white),
        ]
        let isInside = sides.allSatisfy { $0 > 0.0001 } || sides.allSatisfy { $0 < -0.0001 }
        return isInside && [red, green, blue, white].allSatisfy { $0.x + $0.y <= 1 && $0.y > 0 }
    }

    /// Whether they are sRGB's as far as files write them.
    var areSRGBs: Bool {
        zip([red, green, blue, white], [Self.sRGB.red, Self.sRGB.green, Self.sRGB.blue, .d65])
            .allSatisfy { abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002 }
    }
}
