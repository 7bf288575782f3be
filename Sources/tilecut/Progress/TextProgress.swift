import Imaging
import Manifests
import Pipeline

/// Progress for people: lines, and on a terminal a bar under them.
final class TextProgress: RunProgress {
    private let stream: TextStream
    private let options: BatchOptions
    private let verbosity: Verbosity
    /// One line for each image that ends.
    private let lines: Bool
    private let bar: ProgressBar?

    init(
        _ stream: TextStream, options: BatchOptions, verbosity: Verbosity, lines: Bool,
        bar: ProgressBar?
    ) {
        self.stream = stream
        self.options = options
        self.verbosity = verbosity
        self.lines = lines
        self.bar = verbosity == .quiet ? nil : bar
    }

    func found(_ diagnostics: [Diagnostic]) {
        stream.write(DiagnosticText.text(diagnostics, verbosity))
        if let count = DiagnosticText.errorCount(diagnostics) {
            stream.write("\(count); nothing was written\n")
        }
    }

    func waits(for output: String, heldBy holder: String) {
        if verbosity == .quiet { return }
        stream.write("waiting for \(holder), which holds output \(output.printable)\n")
    }

    func started(_ totals: RunTotals) {
        if verbosity == .verbose {
            stream.write(
                "\(Version.text), \(LibraryVersions.fingerprint); "
                    + "\(Figures.count(options.workers, "worker")), "
                    + "\(options.memory >> 20) MiB for pixels\n")
        }
        bar?.start(totals)
    }

    func ended(_ outcome: JobOutcome) {
        let text = OutcomeLines.text(outcome, verbosity, isListed: lines)
        if let bar {
            bar.imageEnded(writingAbove: text)
        } else if !text.isEmpty {
            stream.write(text)
        }
    }

    func ended(_ report: Report, failures: [String], _ status: ExitStatus) {
        bar?.stop()
        if verbosity > .quiet {
            for image in report.unlisted { stream.write("\(image.description.printable)\n") }
        }
        for failure in failures { stream.write("tilecut: \(failure.printable)\n") }
        if verbosity > .quiet { stream.write(RunSummary.text(report) + "\n") }
    }

    func failed(_ failure: CommandFailure) {
        bar?.stop()
        stream.write("tilecut: \(failure.message.printable)\n")
    }
}

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

/// The last line of a run.
enum RunSummary {
    /// `12 images: 3 cut, 8 unchanged, 1 failed; 3,040 tiles, 48.1 MB in 1.8 s`
    static func text(_ report: Report) -> String {
        let statuses: [JobOutcome.Status] = [.cut, .unchanged, .failed, .skipped]
        let parts = statuses.compactMap { status in
            let count = report.count(status)
            return count == 0 ? nil : "\(Figures.grouped(count)) \(status.rawValue)"
        }
        let start = report.wasCancelled ? "interrupted: " : ""
        let images = Figures.count(report.outcomes.count, "image")
        let counts = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        let written =
            report.bytes == 0
            ? "" : "; \(Figures.count(report.tiles, "tile")), \(Figures.bytes(report.bytes))"
        return "\(start)\(images)\(counts)\(written) in \(Figures.duration(report.seconds))"
    }
}
