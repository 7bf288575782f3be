/// A finding at a place in a manifest.
///
/// A value: whoever holds it decides where it is printed.
package struct Diagnostic: Hashable, Sendable {
    /// What a finding means for the run.
    package enum Severity: String, Hashable, Sendable {
        /// The manifests are rejected.
        case error
        /// The run goes on.
        case warning
    }

    /// The manifest's path as the user gave it.
    package let file: String
    /// 1-based; `nil` where the finding is about the file as a whole.
    package let line: Int?
    /// 1-based, in Unicode code points; a byte order mark is not counted.
    package let column: Int?
    /// How many code points of the line the finding is about: at least 1 where there is a line.
    package let length: Int
    /// Whether it rejects the manifests.
    package let severity: Severity
    /// What was expected, what was found and what to do, on one line.
    package let message: String
    /// The offending line, without its line break. Of a very long line the part around the place,
    /// with `…` where it is cut.
    package let sourceLine: String?
    /// Code points of `sourceLine` before the place.
    let caretOffset: Int

    /// A finding about the file as a whole.
    init(file: String, severity: Severity, message: String) {
        self.file = file
        self.line = nil
        self.column = nil
        self.length = 0
        self.severity = severity
        self.message = message
        self.sourceLine = nil
        self.caretOffset = 0
    }

    /// A finding at `place`.
    init(at place: Place, severity: Severity, message: String) {
        let line = place.text.line(at: place.start)
        let excerpt = place.text.excerpt(of: line, around: place.start)
        self.file = place.text.path
        self.line = line.number
        self.column = place.start - line.scalars.lowerBound + 1
        self.length = max(1, min(place.end, line.scalars.upperBound) - place.start)
        self.severity = severity
        self.message = message
        self.sourceLine = excerpt.text
        self.caretOffset = excerpt.caretOffset
    }
}

extension Diagnostic {
    /// The order in which the findings of one manifest are printed: by place, findings about the
    /// whole file first.
    static func precedes(_ first: Diagnostic, _ second: Diagnostic) -> Bool {
        let places = (
            (first.line ?? 0, first.column ?? 0), (second.line ?? 0, second.column ?? 0)
        )
        if places.0 != places.1 { return places.0 < places.1 }
        return first.message.utf8.lexicographicallyPrecedes(second.message.utf8)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// The printed form, without a final newline:
    ///
    ///     manifests/europe.yaml:12:15: error: expected a whole number ... but found 'big'
    ///         tileSizes: [big, 256]
    ///                     ^~~
    ///
    /// The line's own indent is taken off, tabs stand above tabs, and wide characters count as
    /// the two cells that a terminal gives them.
    package var description: String {
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

extension Character {
    /// The terminal cells that the character takes: 2 for East Asian wide ones and emoji, 0 for
    /// those that show nothing, otherwise 1.
    fileprivate var cells: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.generalCategory == .format { return 0 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// The blocks of East Asian Width `W` and `F` that file names have in them.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
        0x20000...0x3FFFD,
    ]
}
