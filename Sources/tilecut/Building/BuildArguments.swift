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
