extension String {
    /// The text as one line that can be sent to a terminal: control characters, which names of
    /// files may hold, become U+FFFD.
    var printable: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            text.append(Self.isControl(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(text)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }
}
