import Imaging
import Manifests
import Pipeline

/// Progress for people: lines, and on a terminal a bar under them.
final class TextProgress: RunProgress {
    private let stream: TextStream
    private let verbosity: Verbosity
    /// One line for each image that ends.
    private let lines: Bool
    private let bar: ProgressBar?

    init(_ stream: TextStream, verbosity: Verbosity, lines: Bool, bar: ProgressBar?) {
        self.stream = stream
        self.verbosity = verbosity
        self.lines = lines
        self.bar = verbosity == .quiet ? nil : bar
    }

    func found(_ diagnostics: [Diagnostic]) {
        stream.write(DiagnosticText.text(diagnostics, verbosity))
    }

    func failedBefore(_ outcomes: [JobOutcome]) {
        bar?.countBefore(outcomes.count)
        for outcome in outcomes { tell(outcome) }
    }

    func started(_ totals: RunTotals) {
        if verbosity == .verbose {
            stream.write(
                "\(Version.text), \(LibraryVersions.fingerprint); "
                    + "\(Figures.count(totals.images, "image"))\n")
        }
        bar?.start(totals)
    }

    func ended(_ outcome: JobOutcome) {
        tell(outcome)
        bar?.imageEnded()
    }

    func ended(_ report: Report, failure: EnvironmentFailure?, _ status: ExitStatus) {
        bar?.stop()
        if let failure { stream.write("tilecut: \(failure.description.printable)\n") }
        if verbosity > .quiet { stream.write(RunSummary.text(report) + "\n") }
    }

    func failed(_ failure: CommandFailure) {
        bar?.stop()
        stream.write("tilecut: \(failure.message.printable)\n")
    }

    private func tell(_ outcome: JobOutcome) {
        let text = OutcomeLines.text(outcome, verbosity, isListed: lines)
        if text.isEmpty { return }
        if let bar { bar.writeAbove(text) } else { stream.write(text) }
    }
}
