import Manifests
import Pipeline
import TilePyramid

/// A run of `tilecut build`: manifests -> selection -> outcomes -> report.
struct BuildRun {
    let settings: BuildSettings
    let progress: any RunProgress
    let counters: RunCounters
    let interruption: Interruption
    let out: TextStream

    private let clock = ContinuousClock()

    init(
        settings: BuildSettings, progress: any RunProgress, counters: RunCounters,
        interruption: Interruption, out: TextStream
    ) {
        self.settings = settings
        self.progress = progress
        self.counters = counters
        self.interruption = interruption
        self.out = out
    }

    /// - Throws: `CommandFailure` when nothing could be cut at all.
    func run() throws(CommandFailure) -> ExitStatus {
        let begun = clock.now
        let manifests = ManifestSet.read(settings.manifests, output: settings.output)
        progress.found(manifests.diagnostics)
        if manifests.isRejected { return .rejected }
        let selection = try ImageSelection(
            of: manifests, only: settings.only, order: settings.manifests)
        let report = try ReportFile(at: settings.report, out: out)
        interruption.removeWhenForced(report.temporary)

        let (outcomes, failure) = cut(selection)
        let result = Report(
            version: Version.number, outcomes: outcomes,
            seconds: (clock.now - begun) / .seconds(1), wasCancelled: counters.isCancelled)
        try report.write(result.json.document)
        interruption.removeWhenForced(nil)
        let status = status(of: result, failure)
        progress.ended(result, failure: failure, status)
        return status
    }

    private func cut(_ selection: ImageSelection) -> ([JobOutcome], EnvironmentFailure?) {
        let failed = selection.unmatched.map(\.outcome)
        let skipped = selection.jobs.map(\.skipped)
        progress.failedBefore(failed)
        if settings.options.failFast && !failed.isEmpty {
            return (selection.merged(skipped), nil)
        }
        Machine.raiseOpenFileLimit()
        let batch = Batch(
            jobs: selection.jobs, options: settings.options, library: VipsLibrary(),
            observer: progress, counters: counters)
        do throws(EnvironmentFailure) {
            let result = try batch.run()
            return (selection.merged(result.outcomes), result.environmentFailure)
        } catch {
            return (selection.merged(skipped), error)
        }
    }

    private func status(of report: Report, _ failure: EnvironmentFailure?) -> ExitStatus {
        if let signal = interruption.signal { return .signal(signal) }
        if failure != nil { return .environment }
        return report.count(.failed) > 0 ? .someFailed : .success
    }
}
