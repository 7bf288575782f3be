/// Just enough of ICC's file format (ICC.1:2022, sections 7 to 10) to tell whether a profile is
/// sRGB: then pixels are what they should be already, and converting them would only cost time and
/// a rounding.
enum ICCProfile {
    /// The colour space of what the profile is for, such as `RGB ` or `CMYK`; `nil` for bytes that
    /// are no profile.
    static func colourSpace(_ bytes: [UInt8]) -> String? {
        let reader = Reader(bytes: bytes)
        guard bytes.count >= 132, reader.text(at: 36) == "acsp" else { return nil }
        return reader.text(at: 16)
    }

    /// Whether the profile's primaries and curves are those of sRGB within what 8 bit can show.
    static func isSRGB(_ bytes: [UInt8]) -> Bool {
        let reader = Reader(bytes: bytes)
        guard bytes.count >= 132, reader.text(at: 16) == "RGB ", reader.text(at: 20) == "XYZ "
        else { return false }
        let tags = reader.tags
        // A table of its own overrides the matrix.
        guard tags["A2B0"] == nil, tags["A2B1"] == nil else { return false }
        for (name, expected) in primaries {
            guard let tag = tags[name], let found = reader.xyz(tag),
                zip(found, expected).allSatisfy({ abs($0 - $1) < 0.003 })
            else { return false }
        }
        return ["rTRC", "gTRC", "bTRC"].allSatisfy { name in
            guard let tag = tags[name], let curve = reader.curve(tag) else { return false }
            return stride(from: 0.0, through: 1.0, by: 1 / 32).allSatisfy {
                abs(curve($0) - light($0)) < 0.003
            }
        }
    }

    /// sRGB's primaries adapted to D50, as every sRGB profile has them.
    private static let primaries: [(String, [Double])] = [
        ("rXYZ", [0.4361, 0.2225, 0.0139]),
        ("gXYZ", [0.3851, 0.7169, 0.0971]),
        ("bXYZ", [0.1431, 0.0606, 0.7141]),
    ]

    /// sRGB's curve (IEC 61966-2-1).
    static func light(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
    }
}
