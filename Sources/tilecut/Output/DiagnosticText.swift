import Manifests

/// Findings in manifests as they are printed.
enum DiagnosticText {
    /// One finding after the other; without warnings when quiet.
    static func text(_ diagnostics: [Diagnostic], _ verbosity: Verbosity) -> String {
        diagnostics.filter { $0.severity == .error || verbosity > .quiet }
            .map { "\($0.description)\n" }.joined()
    }

    /// `2 errors in 1 manifest`; `nil` without errors.
    static func errorCount(_ diagnostics: [Diagnostic]) -> String? {
        let errors = diagnostics.filter { $0.severity == .error }
        if errors.isEmpty { return nil }
        let files = Set(errors.map(\.file)).count
        return "\(Figures.count(errors.count, "error")) in \(Figures.count(files, "manifest"))"
    }
}

extension ManifestSet {
    /// Reads manifests and tells what is wrong with them.
    ///
    /// - Parameter consequence: what follows from errors, after their number.
    static func read(
        _ manifests: [String], output: String?, tellingOn stream: TextStream,
        _ verbosity: Verbosity, consequence: String = ""
    ) -> ManifestSet {
        let set = read(manifests, output: output)
        stream.write(DiagnosticText.text(set.diagnostics, verbosity))
        if let count = DiagnosticText.errorCount(set.diagnostics) {
            stream.write("\(count)\(consequence)\n")
        }
        return set
    }
}

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
