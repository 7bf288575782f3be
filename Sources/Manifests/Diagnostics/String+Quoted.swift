extension String {
    /// The text in single quotes as messages show it: control characters escaped, cut after 60
    /// characters.
    var quoted: String { "'\(shown)'" }

    /// The text in double quotes, as a manifest may have it.
    var doubleQuoted: String { "\"\(shown)\"" }

    private var shown: String {
        var text = ""
        for scalar in unicodeScalars.prefix(60) {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.isControl: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return unicodeScalars.count > 60 ? text + "…" : text
    }
}

extension [String] {
    /// `'jpg', 'jpeg' or 'png'`
    var quotedAlternatives: String {
        let words = map(\.quoted)
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

extension Unicode.Scalar {
    /// A control character, or one that breaks a line or turns its direction.
    var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}
