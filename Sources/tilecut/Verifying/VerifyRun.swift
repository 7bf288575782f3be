import Pipeline

/// A run of `tilecut verify`.
struct VerifyRun {
    let outputs: [String]
    let wait: Bool
    let format: ResultFormat
    let verbosity: Verbosity
    let streams: Streams

    /// - Throws: `CommandFailure.environment`.
    func run() throws(CommandFailure) -> ExitStatus {
        var found: [Verification] = []
        for output in outputs {
            let verifier = Verifier(output: output, waits: wait ? tellOfWait : nil)
            do {
                found.append(try verifier.run())
            } catch {
                throw .environment(error.description)
            }
        }
        if verbosity > .quiet {
            for verification in found {
                for note in verification.notes {
                    let line = "\(verification.output): \(note)"
                    streams.err.write("\(line.printable)\n")
                }
            }
            streams.out.write(VerificationText.text(found, format))
        }
        return found.allSatisfy(\.findings.isEmpty) ? .success : .differs
    }

    private var tellOfWait: @Sendable (String, String) -> Void {
        { [streams, verbosity] output, holder in
            if verbosity == .quiet { return }
            streams.err.write("waiting for \(holder), which holds output \(output.printable)\n")
        }
    }
}
