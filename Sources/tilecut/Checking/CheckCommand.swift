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
            let manifests = try ManifestPaths.of(parsed)
            return CheckRun(
                manifests: manifests, output: output, verbosity: verbosity, streams: streams
            ).run()
        })
}
