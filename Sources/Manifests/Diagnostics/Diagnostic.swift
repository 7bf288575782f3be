/// A finding at a place in a manifest.
///
/// A value: whoever holds it decides where it is printed.
public struct Diagnostic: Hashable, Sendable {
    /// What a finding means for the run.
    public enum Severity: String, Hashable, Sendable {
        /// The manifests are rejected.
        case error
        /// The run goes on.
        case warning
    }

    /// The manifest's path as the user gave it.
    public let file: String
    /// 1-based; `nil` where the finding is about the file as a whole.
    public let line: Int?
    /// 1-based, in Unicode code points; a byte order mark is not counted.
    public let column: Int?
    /// How many code points of the line the finding is about: at least 1 where there is a line.
    public let length: Int
    /// Whether it rejects the manifests.
    public let severity: Severity
    /// What was expected, what was found and what to do, on one line.
    public let message: String
    /// The offending line, without its line break. Of a very long line the part around the place,
    /// with `…` where it is cut.
    public let sourceLine: String?
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
