import Pipeline

/// What is printed when an image has ended.
enum OutcomeLines {
    /// Empty, or lines that each end with a newline.
    ///
    /// - Parameter isListed: images that went well have a line, too.
    static func text(_ outcome: JobOutcome, _ verbosity: Verbosity, isListed: Bool) -> String {
        var lines: [String] = []
        if verbosity > .quiet {
            if isListed, let line = success(outcome, verbosity) { lines.append(line) }
            lines += outcome.warningLines
        }
        if let failure = outcome.failureLine { lines.append(failure) }
        return lines.map { "\($0.printable)\n" }.joined()
    }

    /// `cut  bench  760 tiles  12.3 MB  0.41 s`
    private static func success(_ outcome: JobOutcome, _ verbosity: Verbosity) -> String? {
        switch outcome.status {
        case .cut:
            [
                "cut", outcome.name, Figures.count(outcome.tiles, "tile"),
                Figures.bytes(outcome.bytes), Figures.duration(outcome.seconds),
            ].joined(separator: "  ")
        case .unchanged: verbosity == .verbose ? "unchanged  \(outcome.name)" : nil
        case .skipped: verbosity == .verbose ? "skipped  \(outcome.name)" : nil
        case .failed: nil
        }
    }
}
