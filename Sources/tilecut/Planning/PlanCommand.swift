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
            try PlanRun(
                manifests: ManifestPaths.of(parsed), output: parsed.lastNonEmpty(.output),
                only: parsed.all(.only).map(NamePattern.init), force: parsed.has(.force),
                checksum: parsed.has(.checksum), isCheck: parsed.has(.check),
                format: ResultFormat(parsed), verbosity: Verbosity(parsed), streams: streams
            ).run()
        })
}
