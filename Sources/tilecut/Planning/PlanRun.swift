import Imaging
import Manifests
import Pipeline

/// A run of `tilecut plan`.
struct PlanRun {
    let manifests: [String]
    let output: String?
    let only: [NamePattern]
    let force: Bool
    let checksum: Bool
    let isCheck: Bool
    let format: ResultFormat
    let verbosity: Verbosity
    let streams: Streams

    /// - Throws: `CommandFailure`.
    func run() throws(CommandFailure) -> ExitStatus {
        let set = ManifestSet.read(manifests, output: output)
        streams.err.write(DiagnosticText.text(set.diagnostics, verbosity))
        if let count = DiagnosticText.errorCount(set.diagnostics) {
            streams.err.write("\(count)\n")
        }
        if set.isRejected { return .rejected }
        let selection = try ImageSelection(of: set, only: only, order: manifests)
        let planner = Planner(
            jobs: selection.jobs, listings: set.listings,
            fingerprint: LibraryVersions.fingerprint, force: force, checksum: checksum)
        let found: BatchPlan
        do {
            found = try planner.run()
        } catch {
            throw .environment(error.description)
        }
        let plan = BatchPlan(
            items: selection.merged(found.items, else: \.item), unlisted: found.unlisted)
        if verbosity > .quiet {
            streams.out.write(PlanText.text(plan, format, isVerbose: verbosity == .verbose))
        }
        if plan.items.contains(where: \.fails) { return .someFailed }
        return isCheck && plan.items.contains(where: \.isDue) ? .differs : .success
    }
}

extension BatchPlan.Item: ManifestPlaced {}

extension UnmatchedSource {
    /// One image that would fail, in place of those that the pattern should have found.
    var item: BatchPlan.Item {
        BatchPlan.Item(
            name: pattern, origin: origin, source: pattern, output: output, verdict: .fails(reason))
    }
}
