import Imaging
import Manifests
import Pipeline
import TilePyramid

extension Command {
    static let build = Command(
        name: "build", operands: "MANIFEST...", purpose: "cuts what is out of date",
        summary: """
            Cuts the images that the manifests list into tile pyramids. What is up to date stays as it
            is, what fails keeps its previous tiles, and the other images go on.
            """,
        options: [
            .output, .jobs, .memory, .only, .force, .checksum, .prune, .durable, .wait, .failFast,
            .maxFailures, .progress, .report, .quiet, .verbose, .help, .version,
        ],
        notes: """
            Every manifest is checked before anything is written. Options may stand before or after the
            manifests; '--' ends the options.

            An image is up to date when its source's bytes, its settings and the versions of the image
            libraries are those it was cut with and its files are there. A source whose size, inode and
            times are as they were is not read again; '--checksum' reads it. What 'tilecut verify' finds
            wrong is cut again.

            Images that a manifest listed earlier and lists no more are named; '--prune' removes them.
            With '--durable' a set that was published outlives a power failure.

            The usable cores are those of the process's affinity mask, at most the CPU quota of its
            control group.

            SIZE is in bytes, or with K, M, G or T in powers of 1024: from 16M to 64T. The default is half
            of the memory (of the machine, or the limit of the control group), at least 256M and at
            most 4G.

            NAME is a glob: '*' is any text, '?' one character, '[a-z]' one of a set. A NAME that matches
            no image is an error.

            STYLE is how progress is shown on standard error: 'bar' redraws one line, 'plain' writes one
            line an image, 'json' writes one JSON object a line (and nothing else), 'none' only failures,
            warnings and the summary. 'auto' is the bar on a terminal and plain elsewhere.

            FILE is replaced in one step when the run ends, also after failures or a signal. It is not
            touched when a manifest is rejected, because nothing ran.

            Standard output stays empty but for '--report -'.

            Exit status:
              0         all is well
              1         some images failed; the others are complete
              2         wrong usage, or a manifest is rejected; nothing was written
              4         the output or the report cannot be written, another run holds the output, or
                        the disk is full for all images
              130, 143  ended by INT or TERM (129 by HUP); nothing is half published

            Examples:
              tilecut build manifests/europe.yaml
              tilecut build -o public/tiles -j 8 --memory 2G manifests/*.yaml
              tilecut build --only 'bench*' --force manifests/europe.yaml
              tilecut build --progress none --report report.json manifests/europe.yaml
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            let settings = BuildSettings(try BuildArguments(parsed), streams)
            let counters = RunCounters()
            let progress = settings.makeProgress(streams.err, counters: counters)
            let interruption = Interruption(
                cancelling: counters, bar: settings.style == .bar ? streams.err : nil)
            let run = BuildCommand(
                settings: settings, progress: progress, counters: counters,
                interruption: interruption, out: streams.out)
            do throws(CommandFailure) {
                return try run.run()
            } catch {
                progress.failed(error)
                return error.status
            }
        })
}

/// A run of `tilecut build`: manifests -> selection -> outcomes -> report.
struct BuildCommand {
    let settings: BuildSettings
    let progress: any RunProgress
    let counters: RunCounters
    let interruption: Interruption
    let out: TextStream

    /// - Throws: `CommandFailure` when nothing could be cut at all.
    func run() throws(CommandFailure) -> ExitStatus {
        let clock = ContinuousClock()
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
