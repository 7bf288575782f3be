import Pipeline

extension Command {
    static let build = Command(
        name: "build", operands: "MANIFEST...", purpose: "cuts what is out of date",
        summary: """
            Cuts the images that the manifests list into tile pyramids. What is up to date stays as it
            is, what fails keeps its previous tiles, and the other images go on.
            """,
        options: [
            .output, .jobs, .memory, .only, .force, .checksum, .prune, .durable, .wait, .failFast,
            .maxFailures, .progress, .report, .quiet, .verbose, .help, .version,
        ],
        notes: """
            Every manifest is checked before anything is written. Options may stand before or after the
            manifests; '--' ends the options.

            An image is up to date when its source's bytes, its settings and the versions of the image
            libraries are those it was cut with and its files are there. A source whose size, inode and
            times are as they were is not read again; '--checksum' reads it. What 'tilecut verify' finds
            wrong is cut again.

            Images that a manifest listed earlier and lists no more are named; '--prune' removes them.
            With '--durable' a set that was published outlives a power failure.

            The usable cores are those of the process's affinity mask, at most the CPU quota of its
            control group.

            SIZE is in bytes, or with K, M, G or T in powers of 1024: from 16M to 64T. The default is half
            of the memory (of the machine, or the limit of the control group), at least 256M and at
            most 4G.

            NAME is a glob: '*' is any text, '?' one character, '[a-z]' one of a set. A NAME that matches
            no image is an error.

            STYLE is how progress is shown on standard error: 'bar' redraws one line, 'plain' writes one
            line an image, 'json' writes one JSON object a line (and nothing else), 'none' only failures,
            warnings and the summary. 'auto' is the bar on a terminal and plain elsewhere.

            FILE is replaced in one step when the run ends, also after failures or a signal. It is not
            touched when a manifest is rejected, because nothing ran.

            Standard output stays empty but for '--report -'.

            Exit status:
              0         all is well
              1         some images failed; the others are complete
              2         wrong usage, or a manifest is rejected; nothing was written
              4         the output or the report cannot be written, another run holds the output, or
                        the disk is full for all images
              130, 143  ended by INT or TERM (129 by HUP); nothing is half published

            Examples:
              tilecut build manifests/europe.yaml
              tilecut build -o public/tiles -j 8 --memory 2G manifests/*.yaml
              tilecut build --only 'bench*' --force manifests/europe.yaml
              tilecut build --progress none --report report.json manifests/europe.yaml
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            let settings = BuildSettings(try BuildArguments(parsed), streams)
            let counters = RunCounters()
            let progress = settings.makeProgress(streams.err, counters: counters)
            let interruption = Interruption(
                cancelling: counters, bar: settings.style == .bar ? streams.err : nil)
            let run = BuildRun(
                settings: settings, progress: progress, counters: counters,
                interruption: interruption, out: streams.out)
            do throws(CommandFailure) {
                return try run.run()
            } catch {
                progress.failed(error)
                return error.status
            }
        })
}

/// What `tilecut build` was told: every value checked for itself.
struct BuildArguments: Sendable {
    let manifests: [String]
    let output: String?
    let jobs: Int?
    let memory: ByteSize?
    let only: [NamePattern]
    let force: Bool
    let maxFailures: Int?
    let checksum: Bool
    let durable: Bool
    let wait: Bool
    let prune: Bool
    let progress: ProgressStyle
    let report: String?
    let verbosity: Verbosity

    /// - Throws: `CommandFailure.usage`.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        output = try parsed.lastNonEmpty(.output)
        jobs = try parsed.number(.jobs, in: 1...1024)
        memory = try parsed.last(.memory).map { (text) throws(CommandFailure) in
            try ByteSize(text, of: .memory)
        }
        only = parsed.all(.only).map(NamePattern.init)
        force = parsed.has(.force)
        maxFailures = parsed.has(.failFast) ? 1 : try parsed.number(.maxFailures, in: 1...1_000_000)
        checksum = parsed.has(.checksum)
        durable = parsed.has(.durable)
        wait = parsed.has(.wait)
        prune = parsed.has(.prune)
        progress = try ProgressStyle(parsed)
        report = try parsed.lastNonEmpty(.report)
        verbosity = try Verbosity(parsed)
        manifests = try ManifestPaths.of(parsed)
    }
}
