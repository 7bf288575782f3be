extension Diagnostic: CustomStringConvertible {
    /// The printed form, without a final newline:
    ///
    ///     manifests/europe.yaml:12:15: error: expected a whole number ... but found 'big'
    ///         tileSizes: [big, 256]
    ///                     ^~~
    ///
    /// The line's own indent is taken off, tabs stand above tabs, and wide characters count as
    /// the two cells that a terminal gives them.
    public var description: String {
        guard let line, let column else { return "\(file): \(severity.rawValue): \(message)" }
        let heading = "\(file):\(line):\(column): \(severity.rawValue): \(message)"
        guard let sourceLine else { return heading }
        let scalars = Array(sourceLine.unicodeScalars)
        let indent = scalars[..<caretOffset].prefix { $0 == " " || $0 == "\t" }.count
        let end = min(scalars.count, caretOffset + length)
        let shown = Self.text(scalars[indent...]).map(Self.printable)
        let before = Self.text(scalars[indent..<caretOffset])
        let marked = Self.text(scalars[caretOffset..<end])
        let underline = max(1, marked.reduce(0) { $0 + $1.cells })
        return """
            \(heading)
                \(String(shown))
                \(Self.blank(before))^\(String(repeating: "~", count: underline - 1))
            """
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    /// Blanks as wide as `text`; a tab stays a tab.
    private static func blank(_ text: String) -> String {
        text.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.cells) }.joined()
    }

    /// What may be sent to a terminal: control characters but tabs become U+FFFD.
    private static func printable(_ character: Character) -> Character {
        character != "\t" && character.unicodeScalars.contains(where: \.isControl)
            ? "\u{FFFD}" : character
    }
}
