import Manifests
import TilePyramid

/// A run of `tilecut check`.
struct CheckRun {
    let manifests: [String]
    let output: String?
    let verbosity: Verbosity
    let streams: Streams

    func run() -> ExitStatus {
        let set = ManifestSet.read(manifests, output: output)
        streams.err.write(DiagnosticText.text(set.diagnostics, verbosity))
        if let count = DiagnosticText.errorCount(set.diagnostics) {
            streams.err.write("\(count)\n")
        }
        if verbosity > .quiet {
            let missing = SourceCheck.warnings(set, order: manifests)
            streams.err.write(missing.map { "\($0.printable)\n" }.joined())
            streams.out.write(manifests.map { verdict($0, set) }.joined())
        }
        return set.isRejected ? .rejected : .success
    }

    /// `manifests/europe.yaml: ok, 12 images`
    private func verdict(_ path: String, _ set: ManifestSet) -> String {
        let errors = set.diagnostics.count { $0.file == path && $0.severity == .error }
        let name = path.printable
        if errors > 0 { return "\(name): \(Figures.count(errors, "error"))\n" }
        // Jobs are made only when no manifest has an error.
        if set.isRejected { return "\(name): ok\n" }
        let jobs = set.jobs.filter { $0.origin.file == path }
        let line = "\(name): ok, \(Figures.count(jobs.count, "image"))\n"
        guard verbosity == .verbose else { return line }
        return line
            + jobs.map { "  \($0.name)  \($0.source.manifestPath.printable)\n" }.joined()
    }
}
