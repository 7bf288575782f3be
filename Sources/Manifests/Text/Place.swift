/// A stretch of a manifest's text, in code points from its start. A byte order mark is not counted.
///
/// Code points because that is what libyaml counts in.
struct Place: Sendable {
    let text: SourceText
    let start: Int
    let end: Int

    /// 1-based.
    var line: Int { text.line(at: start).number }

    func error(_ message: String) -> Diagnostic {
        Diagnostic(at: self, severity: .error, message: message)
    }

    func warning(_ message: String) -> Diagnostic {
        Diagnostic(at: self, severity: .warning, message: message)
    }
}

/// A value, and where it was written.
struct Located<Value: Sendable>: Sendable {
    let value: Value
    let place: Place
}
