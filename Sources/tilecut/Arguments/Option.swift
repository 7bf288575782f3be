/// An option as it is typed and as help shows it.
struct Option: Hashable, Sendable {
    /// The long form, without its dashes.
    let name: String
    let letter: Unicode.Scalar?
    /// What help calls the value; `nil` for an option without one.
    let value: String?
    let help: String

    init(_ name: String, _ letter: Unicode.Scalar? = nil, value: String? = nil, help: String) {
        self.name = name
        self.letter = letter
        self.value = value
        self.help = help
    }

    /// `-o, --output=DIR`
    var spelling: String {
        (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { "=\($0)" } ?? "")
    }
}

/// The options of all commands, each said once.
extension Option {
    static let output = Option(
        "output", "o", value: "DIR", help: "Write below DIR instead of the manifest's 'output'")
    static let jobs = Option(
        "jobs", "j", value: "N", help: "Workers, 1 to 1024 (default: the usable cores)")
    static let memory = Option(
        "memory", value: "SIZE", help: "Memory for pixels, such as 512M or 2G (default: see below)")
    static let only = Option(
        "only", value: "NAME", help: "Only images whose name matches the glob NAME; repeatable")
    static let force = Option("force", help: "Cut what is up to date, too")
    static let failFast = Option(
        "fail-fast", help: "Begin no further image after a failure (default: keep going)")
    static let maxFailures = Option(
        "max-failures", value: "N", help: "Begin no further image after N failures")
    static let checksum = Option(
        "checksum", help: "Read every source, also where its size and times are as they were")
    static let durable = Option(
        "durable", help: "Have data on the disk before they are published")
    static let wait = Option("wait", help: "Wait while another run holds the output")
    static let prune = Option(
        "prune", help: "Remove images that their manifest no longer lists")
    static let check = Option("check", help: "Exit with status 3 when something is due")
    static let format = Option(
        "format", value: "FORMAT", help: "text, json or markdown (default: text)")
    static let progress = Option(
        "progress", value: "STYLE", help: "auto, bar, plain, json or none (default: auto)")
    static let report = Option(
        "report", value: "FILE", help: "Write a JSON report to FILE; '-' is standard output")
    static let quiet = Option("quiet", "q", help: "Say only what is wrong")
    static let verbose = Option("verbose", "v", help: "Say more")
    static let help = Option("help", "h", help: "Show this help and exit")
    static let version = Option(
        "version", help: "Show the version and exit; with -v, those of the libraries, too")
}
