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
            if parsed.operands.isEmpty { throw .usage("no output is given") }
            if parsed.operands.contains("") { throw .usage("the name of an output is empty") }
            return try VerifyRun(
                outputs: parsed.operands, wait: parsed.has(.wait), format: ResultFormat(parsed),
                verbosity: Verbosity(parsed), streams: streams
            ).run()
        })
}
