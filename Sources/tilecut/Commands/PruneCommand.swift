import Imaging
import Manifests
import Pipeline

extension Command {
    static let prune = Command(
        name: "prune", operands: "MANIFEST...",
        purpose: "removes images that manifests no longer list",
        summary: """
            Removes the published images that one of these manifests listed at an earlier build and none
            of them lists now. Cuts nothing.
            """,
        options: [.output, .durable, .wait, .quiet, .verbose, .help, .version],
        notes: """
            'tilecut plan' names the images first. An image vanishes in one step, from the catalog and
            then from its place. Files that tilecut did not make stay, in a folder of the image's name.
            Images of other manifests that share the output stay. So do all images of a manifest in
            which a pattern matches no file, because a disk may be missing.

            Standard output gets one line an image that was removed or left alone; with -q it stays
            empty.

            Exit status:
              0         all is well
              2         wrong usage, or a manifest is rejected; nothing was removed
              4         the output cannot be written, or another run holds it
              130, 143  ended by INT or TERM (129 by HUP)

            Example:
              tilecut prune manifests/europe.yaml
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            try PruneCommand(
                manifests: parsed.manifests(), output: parsed.lastNonEmpty(.output),
                durable: parsed.has(.durable), wait: parsed.has(.wait),
                verbosity: Verbosity(parsed), streams: streams
            ).run()
        })
}

/// A run of `tilecut prune`: a batch of no images, whose end removes what is not listed.
struct PruneCommand {
    let manifests: [String]
    let output: String?
    let durable: Bool
    let wait: Bool
    let verbosity: Verbosity
    let streams: Streams

    /// - Throws: `CommandFailure`.
    func run() throws(CommandFailure) -> ExitStatus {
        let set = ManifestSet.read(
            manifests, output: output, tellingOn: streams.err, verbosity,
            consequence: "; nothing was removed")
        if set.isRejected { return .rejected }
        let counters = RunCounters()
        let interruption = Interruption(cancelling: counters, bar: nil)
        var options = BatchOptions(workers: 1, memory: 1 << 20)
        options.prune = true
        options.durable = durable
        options.wait = wait
        let batch = Batch(
            jobs: [], listings: set.listings, options: options, library: VipsLibrary(),
            observer: WaitObserver(stream: streams.err, verbosity: verbosity), counters: counters)
        let result: BatchResult
        do {
            result = try batch.run()
        } catch {
            if let signal = interruption.signal { return .signal(signal) }
            throw .environment(error.description)
        }
        if verbosity > .quiet {
            streams.out.write(
                result.unlisted.map { "\($0.description.printable)\n" }.joined())
        }
        if let signal = interruption.signal { return .signal(signal) }
        if let failure = result.environmentFailure { throw .environment(failure.description) }
        return .success
    }
}

/// Tells of nothing but a wait.
private struct WaitObserver: RunObserver {
    let stream: TextStream
    let verbosity: Verbosity

    func waits(for output: String, heldBy holder: String) {
        if verbosity == .quiet { return }
        stream.write("waiting for \(holder), which holds output \(output.printable)\n")
    }

    func started(_ totals: RunTotals) {}

    func ended(_ outcome: JobOutcome) {}
}
