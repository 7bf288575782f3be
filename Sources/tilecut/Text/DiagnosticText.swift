import Manifests

/// Findings in manifests as they are printed.
enum DiagnosticText {
    /// All findings, and a last line when there are errors; without warnings when quiet.
    static func text(_ diagnostics: [Diagnostic], _ verbosity: Verbosity) -> String {
        let shown = diagnostics.filter { $0.severity == .error || verbosity > .quiet }
        let text = shown.map { "\($0.description)\n" }.joined()
        let errors = diagnostics.filter { $0.severity == .error }
        return errors.isEmpty ? text : text + summary(errors) + "\n"
    }

    /// `2 errors in 1 manifest; nothing was written`
    static func summary(_ errors: [Diagnostic]) -> String {
        let files = Set(errors.map(\.file)).count
        return "\(Figures.count(errors.count, "error")) in \(Figures.count(files, "manifest"))"
            + "; nothing was written"
    }
}
