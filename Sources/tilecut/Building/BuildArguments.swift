/// What `tilecut build` was told: every value checked for itself.
struct BuildArguments: Sendable {
    let manifests: [String]
    let output: String?
    let jobs: Int?
    let memory: ByteSize?
    let only: [NamePattern]
    let force: Bool
    let failFast: Bool
    let progress: ProgressStyle
    let report: String?
    let verbosity: Verbosity

    /// - Throws: `CommandFailure.usage`.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        output = try parsed.lastNonEmpty(.output)
        jobs = try Self.jobs(parsed)
        memory = try parsed.last(.memory).map { (text) throws(CommandFailure) in
            try ByteSize(text, of: .memory)
        }
        only = parsed.all(.only).map(NamePattern.init)
        force = parsed.has(.force)
        failFast = parsed.has(.failFast)
        progress = try ProgressStyle(parsed)
        report = try parsed.lastNonEmpty(.report)
        verbosity = try Verbosity(parsed)
        manifests = try ManifestPaths.of(parsed)
    }

    private static func jobs(_ parsed: ParsedArguments) throws(CommandFailure) -> Int? {
        guard let text = parsed.last(.jobs) else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let jobs = Int(text),
            (1...1024).contains(jobs)
        else {
            throw .usage("expected a whole number from 1 to 1024 for '--jobs' but found '\(text)'")
        }
        return jobs
    }
}
