/// How much is said on stderr.
enum Verbosity: Int, Comparable, Sendable {
    case quiet, normal, verbose

    /// - Throws: `CommandFailure.usage` when both are asked for.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        switch (parsed.has(.quiet), parsed.has(.verbose)) {
        case (true, true): throw .usage("'-q' and '-v' exclude each other")
        case (true, false): self = .quiet
        case (false, true): self = .verbose
        case (false, false): self = .normal
        }
    }

    static func < (a: Verbosity, b: Verbosity) -> Bool { a.rawValue < b.rawValue }
}

/// How a command writes its result, as it is typed.
enum ResultFormat: String, CaseIterable, Sendable {
    case text, json, markdown

    /// - Throws: `CommandFailure.usage`.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        self = try parsed.choice(.format, default: .text)
    }
}
