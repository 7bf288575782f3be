import Imaging
import Manifests
import Pipeline

extension Command {
    static let plan = Command(
        name: "plan", operands: "MANIFEST...", purpose: "says what build would do, and why",
        summary: """
            Says which images 'tilecut build' would cut, and why. Opens no image, writes nothing and
            waits for nobody.
            """,
        options: [
            .output, .only, .force, .checksum, .check, .format, .quiet, .verbose, .help, .version,
        ],
        notes: """
            Standard output gets one line an image that is due or would fail, with -v also for those
            that are up to date, and a line that counts them; with -q it stays empty. Sources are read
            only where size, inode or times are not as they were.

            An image is due because it is new, its source, its settings or the image libraries have
            changed, files of it are missing, or it is forced. Where less than all of it has to be cut,
            the reason says what.

            Exit status:
              0  nothing is wrong; with --check, nothing is due either
              1  some images would fail
              2  wrong usage, or a manifest is rejected
              3  with --check: something is due
              4  an output cannot be read, or standard output not be written

            Examples:
              tilecut plan manifests/europe.yaml
              tilecut plan --check -q manifests/*.yaml || echo 'tiles are out of date'
              tilecut plan --format markdown manifests/europe.yaml
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            try PlanCommand(
                manifests: parsed.manifests(), output: parsed.lastNonEmpty(.output),
                only: parsed.all(.only), force: parsed.has(.force),
                checksum: parsed.has(.checksum), isCheck: parsed.has(.check),
                format: ResultFormat(parsed), verbosity: Verbosity(parsed), streams: streams
            ).run()
        })
}

/// A run of `tilecut plan`.
struct PlanCommand {
    let manifests: [String]
    let output: String?
    let only: [String]
    let force: Bool
    let checksum: Bool
    let isCheck: Bool
    let format: ResultFormat
    let verbosity: Verbosity
    let streams: Streams

    /// - Throws: `CommandFailure`.
    func run() throws(CommandFailure) -> ExitStatus {
        let set = ManifestSet.read(
            manifests, output: output, tellingOn: streams.err, verbosity)
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
