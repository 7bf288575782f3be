import Glibc
import Manifests
import TilePyramid

extension Command {
    static let check = Command(
        name: "check", operands: "MANIFEST...", purpose: "reads and validates manifests only",
        summary: """
            Reads the manifests and reports everything that is wrong with them; opens no image and
            writes nothing.
            """,
        options: [.output, .quiet, .verbose, .help, .version],
        notes: """
            Standard output gets one line a manifest, and with -v one line an image; with -q it stays
            empty. Findings go to standard error. A source that is not there is a warning: it may be
            on another machine.

            Exit status:
              0  every manifest is valid
              2  wrong usage, or a manifest is rejected
              4  standard output cannot be written

            Examples:
              tilecut check manifests/*.yaml
              tilecut check -o public/tiles manifests/europe.yaml
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            let output = try parsed.lastNonEmpty(.output)
            let verbosity = try Verbosity(parsed)
            let manifests = try parsed.manifests()
            return CheckCommand(
                manifests: manifests, output: output, verbosity: verbosity, streams: streams
            ).run()
        })
}

/// A run of `tilecut check`.
struct CheckCommand {
    let manifests: [String]
    let output: String?
    let verbosity: Verbosity
    let streams: Streams

    func run() -> ExitStatus {
        let set = ManifestSet.read(
            manifests, output: output, tellingOn: streams.err, verbosity)
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

/// Looks whether the sources of manifests are there to be read.
enum SourceCheck {
    /// One line a source that is not, in the order of the manifests.
    static func warnings(_ set: ManifestSet, order: [String]) -> [String] {
        let missing = set.jobs.compactMap { job in
            fault(of: job.source.path).map { (job.origin, job.source.manifestPath, $0) }
        }
        let unmatched = set.unmatched.map { ($0.origin, $0.pattern, $0.reason) }
        let places = Dictionary(zip(order, 0...), uniquingKeysWith: { first, _ in first })
        return (missing + unmatched).enumerated().sorted { a, b in
            let (first, second) = (a.element.0, b.element.0)
            return (places[first.file] ?? 0, first.line, a.offset)
                < (places[second.file] ?? 0, second.line, b.offset)
        }.map { "\($0.element.0): \($0.element.1): warning: \($0.element.2)" }
    }

    private static func fault(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else { return errorText(errno) }
        return status.st_mode & S_IFMT == S_IFREG ? nil : "is no regular file"
    }
}
