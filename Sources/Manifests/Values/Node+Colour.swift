import TilePyramid

extension Node {
    /// A colour, `"#rrggbb"`.
    func colour(for key: String) throws(Rejected) -> RGBColor {
        guard case .scalar(let scalar) = content else {
            throw rejected(expecting: "a colour such as \"#ffffff\"", for: key)
        }
        if scalar.text.hasPrefix("#"), let colour = Self.colour(scalar.text.dropFirst()) {
            return colour
        }
        var hint: String?
        if scalar.text.isEmpty && scalar.isPlain {
            hint = "'#' starts a comment in YAML, so a colour stands in quotes"
        } else if Self.colour(scalar.text[...]) != nil {
            hint = "write \"#\(scalar.text)\""
        }
        throw rejected(expecting: "a colour such as \"#ffffff\"", for: key, hint: hint)
    }

    private static func colour(_ digits: Substring) -> RGBColor? {
        let bytes = Array(digits.utf8)
        guard bytes.count == 6, bytes.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        return RGBColor(
            red: UInt8(number >> 16), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }

    /// A SHA-256 digest: 64 hexadecimal digits, lower case in what is returned.
    func digest(for key: String) throws(Rejected) -> String {
        guard case .scalar(let scalar) = content else {
            throw rejected(expecting: "64 hexadecimal digits", for: key)
        }
        if scalar.text.utf8.count == 64, scalar.text.utf8.allSatisfy(\.isHexDigit) {
            return scalar.text.lowercased()
        }
        let hint =
            scalar.text.utf8.allSatisfy(\.isHexDigit) && !scalar.text.isEmpty
            ? "these are \(scalar.text.utf8.count)" : nil
        throw rejected(expecting: "64 hexadecimal digits", for: key, hint: hint)
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
