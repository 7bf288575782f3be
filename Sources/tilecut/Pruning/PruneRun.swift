import Imaging
import Manifests
import Pipeline

/// A run of `tilecut prune`: a batch of no images, whose end removes what is not listed.
struct PruneRun {
    let manifests: [String]
    let output: String?
    let durable: Bool
    let wait: Bool
    let verbosity: Verbosity
    let streams: Streams

    /// - Throws: `CommandFailure`.
    func run() throws(CommandFailure) -> ExitStatus {
        let set = ManifestSet.read(manifests, output: output)
        streams.err.write(DiagnosticText.text(set.diagnostics, verbosity))
        if let count = DiagnosticText.errorCount(set.diagnostics) {
            streams.err.write("\(count); nothing was removed\n")
        }
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
