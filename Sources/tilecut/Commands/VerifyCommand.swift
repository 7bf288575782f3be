import Pipeline
import TilePyramid

extension Command {
    static let verify = Command(
        name: "verify", operands: "OUT...", purpose: "compares outputs with what was published",
        summary: """
            Reads every file of every image below OUT and names what is not as it was published. What is
            missing, truncated or changed is cut again by the next 'tilecut build'.
            """,
        options: [.wait, .format, .quiet, .verbose, .help, .version],
        notes: """
            Standard output gets one line a file: missing, truncated (shorter than it was), changed, or
            extra (nothing that tilecut made, in the folder of an image), and a line that counts them;
            with -q it stays empty.

            The comparison is with the inventories in OUT/.tilecut. Of an image without one only the
            names are compared, by its datasource.json, and standard error says so.

            No build may run on OUT meanwhile; '--wait' waits for one.

            Exit status:
              0  everything is as it was published
              2  wrong usage
              3  something is not
              4  OUT cannot be read, a run holds it, or standard output cannot be written

            Examples:
              tilecut verify build/tiles
              tilecut verify --format json public/tiles > damage.json
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            try VerifyCommand(
                outputs: parsed.outputs(), wait: parsed.has(.wait), format: ResultFormat(parsed),
                verbosity: Verbosity(parsed), streams: streams
            ).run()
        })
}

/// A run of `tilecut verify`.
struct VerifyCommand {
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
                for warning in verification.warnings {
                    let line = "\(verification.output): warning: \(warning)"
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

/// What `verify` found, as it is printed.
enum VerificationText {
    static func text(_ found: [Verification], _ format: ResultFormat) -> String {
        switch format {
        case .text: found.map(lines).joined()
        case .markdown: table(found)
        case .json: json(found).document
        }
    }

    /// `missing  out/bench/256/bench_256_2_0_0.jpg`
    private static func lines(_ one: Verification) -> String {
        let files = one.findings.map {
            "\($0.kind.rawValue)  \(one.output.printable)/\($0.path.printable)\n"
        }
        return files.joined() + "\(summary(one))\n"
    }

    /// `out: 3 images, 66 files: 1 missing, 2 extra`
    private static func summary(_ one: Verification) -> String {
        let counts = Finding.Kind.allCases.compactMap { kind -> String? in
            let count = one.findings.count { $0.kind == kind }
            return count == 0 ? nil : "\(Figures.grouped(count)) \(kind.rawValue)"
        }
        let size = "\(Figures.count(one.images, "image")), \(Figures.count(one.files, "file"))"
        let verdict = counts.isEmpty ? "as published" : counts.joined(separator: ", ")
        return "\(one.output.printable): \(size): \(verdict)"
    }

    private static func table(_ found: [Verification]) -> String {
        var table = MarkdownTable(["file", "is"])
        for one in found {
            for finding in one.findings {
                table.add(["\(one.output)/\(finding.path)", finding.kind.rawValue])
            }
        }
        let isEmpty = found.allSatisfy(\.findings.isEmpty)
        return (isEmpty ? "" : "\(table.text)\n") + found.map { "\(summary($0))\n" }.joined()
    }

    private static func json(_ found: [Verification]) -> JSONText {
        .object([
            ("formatVersion", .integer(1)),
            (
                "outputs",
                .lines(
                    found.map { one in
                        .object([
                            ("output", .string(one.output)), ("images", .integer(one.images)),
                            ("files", .integer(one.files)),
                            (
                                "findings",
                                .lines(
                                    one.findings.map {
                                        .inlineObject([
                                            ("kind", .string($0.kind.rawValue)),
                                            ("path", .string($0.path)),
                                        ])
                                    })
                            ),
                            ("warnings", .lines(one.warnings.map { .string($0) })),
                        ])
                    })
            ),
        ])
    }
}
