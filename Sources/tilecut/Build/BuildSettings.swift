import Pipeline

/// How this run goes: the arguments, and what the machine and the terminal add to them.
struct BuildSettings: Sendable {
    let manifests: [String]
    let output: String?
    let only: [String]
    let options: BatchOptions
    let style: ProgressStyle.Resolved
    let verbosity: Verbosity
    let report: String?

    init(_ arguments: BuildArguments, _ streams: Streams) {
        manifests = arguments.manifests
        output = arguments.output
        only = arguments.only
        var options = BatchOptions(
            workers: arguments.jobs ?? min(Machine.cores, 1024),
            memory: arguments.memory ?? Self.defaultMemory(of: Machine.memory))
        options.force = arguments.force
        options.maxFailures = arguments.maxFailures
        options.checksum = arguments.checksum
        options.durable = arguments.durable
        options.wait = arguments.wait
        options.prune = arguments.prune
        options.openFiles = Machine.raiseOpenFileLimit()
        self.options = options
        style = arguments.progress.resolved(on: streams.err)
        verbosity = arguments.verbosity
        report = arguments.report
    }

    /// Half of what there is, from 256M to 4G.
    private static func defaultMemory(of all: Int) -> Int { min(max(all / 2, 256 << 20), 4 << 30) }

    func makeProgress(_ stream: TextStream, counters: RunCounters) -> any RunProgress {
        let clock = ContinuousClock()
        let begun = clock.now
        switch style {
        case .json:
            return JSONProgress(stream, options: options)
        case .bar:
            let bar = ProgressBar(
                stream, counters: counters, width: { Terminal.width(stream.descriptor) },
                now: { (clock.now - begun) / .seconds(1) })
            return TextProgress(
                stream, options: options, verbosity: verbosity, lines: false, bar: bar)
        case .plain, .none:
            return TextProgress(
                stream, options: options, verbosity: verbosity, lines: style == .plain, bar: nil)
        }
    }
}

/// What `tilecut build` was told: every value checked for itself.
struct BuildArguments: Sendable {
    let manifests: [String]
    let output: String?
    let jobs: Int?
    let memory: Int?
    let only: [String]
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
        memory = try parsed.byteSize(.memory)
        only = parsed.all(.only)
        force = parsed.has(.force)
        maxFailures = parsed.has(.failFast) ? 1 : try parsed.number(.maxFailures, in: 1...1_000_000)
        checksum = parsed.has(.checksum)
        durable = parsed.has(.durable)
        wait = parsed.has(.wait)
        prune = parsed.has(.prune)
        progress = try ProgressStyle(parsed)
        report = try parsed.lastNonEmpty(.report)
        verbosity = try Verbosity(parsed)
        manifests = try parsed.manifests()
    }
}
