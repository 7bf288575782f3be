import TilePyramid

extension Node {
    /// Text, as it stands: `no`, `~` and `2024` are text too where the key takes text.
    func text(for key: String) throws(Rejected) -> String { try text(for: key, as: "text") }

    /// The name of an image.
    func name(for key: String) throws(Rejected) -> String { try text(for: key, as: "a name") }

    private func text(for key: String, as expected: String) throws(Rejected) -> String {
        guard case .scalar(let scalar) = content, !scalar.text.isEmpty else {
            throw rejected(expecting: expected, for: key)
        }
        return scalar.text
    }

    /// A path: text without NUL.
    func path(for key: String) throws(Rejected) -> String {
        let path = try text(for: key, as: "a path")
        guard !path.utf8.contains(0) else {
            throw rejected(expecting: "a path", for: key, hint: "no path holds NUL")
        }
        return path
    }

    /// Text for people: no control characters but line breaks.
    func attribution(for key: String) throws(Rejected) -> String {
        let text = try text(for: key)
        guard text.unicodeScalars.allSatisfy({ $0 == "\n" || !$0.isControl }) else {
            throw rejected(
                expecting: "text without control characters", for: key,
                hint: "only line breaks may stand in it")
        }
        return text
    }

    /// `true` or `false`; none of YAML's other words for them, and not in quotes.
    func flag(for key: String) throws(Rejected) -> Bool {
        if case .scalar(let scalar) = content {
            switch (scalar.isPlain, scalar.text) {
            case (true, "true"): return true
            case (true, "false"): return false
            case (let isPlain, let text):
                let meant: String? =
                    switch text.lowercased() {
                    case "true", "yes", "on", "y", "1":
                        "write true\(isPlain ? "" : " without quotes")"
                    case "false", "no", "off", "n", "0":
                        "write false\(isPlain ? "" : " without quotes")"
                    default: nil
                    }
                throw rejected(expecting: "true or false", for: key, hint: meant)
            }
        }
        throw rejected(expecting: "true or false", for: key)
    }

    /// The extension of an image file that can be written.
    func fileExtension(for key: String) throws(Rejected) -> String {
        try word(ImageFormat.fileExtensions, for: key)
    }

    /// `fail` or `keep`.
    func onDamage(for key: String) throws(Rejected) -> OnDamage {
        let word = try word(OnDamage.allCases.map(\.rawValue), for: key)
        guard let choice = OnDamage(rawValue: word) else {
            preconditionFailure("it is one of the words")
        }
        return choice
    }

    /// One of `words`.
    func word(_ words: [String], for key: String) throws(Rejected) -> String {
        if case .scalar(let scalar) = content, let word = words.first(where: scalar.text.isExactly)
        {
            return word
        }
        var hint: String?
        if case .scalar(let scalar) = content, !scalar.text.isEmpty {
            hint = Suggestion.nearest(to: scalar.text, among: words).map {
                "did you mean \($0.quoted)?"
            }
        }
        throw rejected(expecting: words.quotedAlternatives, for: key, hint: hint)
    }
}

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
