import Imaging
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

        let cut = cut(selection, manifests.listings)
        var failures = cut.failure.map { [$0.description] } ?? []
        let result = Report(
            version: Version.number, outcomes: cut.outcomes, unlisted: cut.unlisted,
            seconds: (clock.now - begun) / .seconds(1), wasCancelled: counters.isCancelled)
        do {
            try report.write(result.json.document)
        } catch {
            failures.append(error.message)
        }
        interruption.removeWhenForced(nil)
        let status = status(of: result, failures)
        progress.ended(result, failures: failures, status)
        return status
    }

    private struct Cut {
        let outcomes: [JobOutcome]
        var unlisted: [UnlistedImage] = []
        var failure: EnvironmentFailure?
    }

    private func cut(_ selection: ImageSelection, _ listings: [ManifestListing]) -> Cut {
        let failed = selection.unmatched.map(\.outcome)
        let skipped = selection.jobs.map(JobOutcome.skipped)
        let observer = SelectionObserver(progress, failed: failed)
        var options = settings.options
        if let most = options.maxFailures {
            if failed.count >= most {
                observer.started(RunTotals(images: skipped.count, sourceBytes: 0))
                for outcome in skipped { observer.ended(outcome) }
                return Cut(outcomes: selection.merged(skipped))
            }
            options.maxFailures = most - failed.count
        }
        let batch = Batch(
            jobs: selection.jobs, listings: listings, options: options, library: VipsLibrary(),
            observer: observer, counters: counters)
        do throws(EnvironmentFailure) {
            let result = try batch.run()
            return Cut(
                outcomes: selection.merged(result.outcomes), unlisted: result.unlisted,
                failure: result.environmentFailure)
        } catch {
            return Cut(outcomes: selection.merged(skipped), failure: error)
        }
    }

    private func status(of report: Report, _ failures: [String]) -> ExitStatus {
        if let signal = interruption.signal { return .signal(signal) }
        if !failures.isEmpty { return .environment }
        return report.count(.failed) > 0 ? .someFailed : .success
    }
}

/// Tells of the images that failed before the batch, as if they were its first.
struct SelectionObserver: RunObserver {
    private let progress: any RunProgress
    private let failed: [JobOutcome]

    init(_ progress: any RunProgress, failed: [JobOutcome]) {
        self.progress = progress
        self.failed = failed
    }

    func waits(for output: String, heldBy holder: String) {
        progress.waits(for: output, heldBy: holder)
    }

    func started(_ totals: RunTotals) {
        progress.started(
            RunTotals(
                images: totals.images + failed.count, sourceBytes: totals.sourceBytes))
        for outcome in failed { progress.ended(outcome) }
    }

    func ended(_ outcome: JobOutcome) { progress.ended(outcome) }
}
