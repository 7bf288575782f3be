import Manifests

/// What a command was given: its options with their values, and its operands.
///
/// As GNU programs have it: `--name value`, `--name=value`, `-n value`, `-nvalue`, letters together
/// (`-qv`), options before or after operands. `--` ends the options, and `-` is an operand. Long
/// names are written in full: what is short for one option today may be short for two tomorrow.
struct ParsedArguments: Sendable {
    /// What is no option, in the order in which it was given.
    private(set) var operands: [String] = []
    /// The values in the order in which they were given; none for an option that takes none.
    private var given: [Option: [String]] = [:]

    /// - Parameter options: those that the command knows.
    /// - Throws: `CommandFailure.usage` for an option that is unknown, lacks its value or takes none.
    init(_ arguments: [String], knowing options: [Option]) throws(CommandFailure) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            if argument.utf8.starts(with: "--".utf8) {
                try takeLongOption(argument, &rest, knowing: options)
            } else if argument.isOption {
                try takeLetters(argument, &rest, knowing: options)
            } else {
                operands.append(argument)
            }
        }
    }

    func has(_ option: Option) -> Bool { given[option] != nil }

    func all(_ option: Option) -> [String] { given[option] ?? [] }

    /// The value that holds: of an option given more than once, the last.
    func last(_ option: Option) -> String? { all(option).last }

    /// `--name`, `--name=value`, or `--name` and the next argument.
    private mutating func takeLongOption(
        _ argument: String, _ rest: inout ArraySlice<String>, knowing options: [Option]
    ) throws(CommandFailure) {
        // By bytes: a value may begin with a combining character, which would hide the `=`.
        let parts = argument.utf8.dropFirst(2)
            .split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard let option = options.first(where: { $0.name == parts[0] }) else {
            throw Self.unknown(argument, among: options)
        }
        if parts.count == 1 {
            try take(option, typedAs: "--\(option.name)", &rest)
        } else if option.value != nil {
            given[option, default: []].append(parts[1])
        } else {
            throw .usage("option '--\(option.name)' takes no value")
        }
    }

    /// `-a`, `-abc`, and with a value `-nvalue`, or `-n` and the next argument.
    private mutating func takeLetters(
        _ argument: String, _ rest: inout ArraySlice<String>, knowing options: [Option]
    ) throws(CommandFailure) {
        var letters = argument.unicodeScalars.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else {
                throw Self.unknown(argument, among: options)
            }
            if option.value != nil && !letters.isEmpty {
                given[option, default: []].append(String(letters))
                return
            }
            try take(option, typedAs: "-\(letter)", &rest)
        }
    }

    /// An option whose value, if it takes one, is the next argument, whatever that looks like.
    private mutating func take(
        _ option: Option, typedAs typed: String, _ rest: inout ArraySlice<String>
    ) throws(CommandFailure) {
        guard let name = option.value else {
            given[option] = []
            return
        }
        guard let value = rest.popFirst() else {
            throw .usage("option '\(typed)' needs a value: \(typed) \(name)")
        }
        given[option, default: []].append(value)
    }

    private static func unknown(_ argument: String, among options: [Option]) -> CommandFailure {
        let typed = String(Substring(argument.utf8.prefix { $0 != UInt8(ascii: "=") }))
        let names = options.map { "--\($0.name)" }
        let begun = names.filter { $0.hasPrefix(typed) }
        let hint =
            begun.count == 1
            ? "; did you mean '\(begun[0])'?" : Suggestion.hint(for: typed, among: names)
        return .usage("unknown option '\(typed)'\(hint)")
    }
}

extension String {
    /// Whether the argument has options in it, or ends them; `-` alone is an operand.
    var isOption: Bool { utf8.count > 1 && utf8.first == UInt8(ascii: "-") }
}
