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
