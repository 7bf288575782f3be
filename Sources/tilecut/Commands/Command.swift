import Manifests

/// One of the program's commands: what it takes, its help, and what it does.
struct Command: Sendable {
    typealias Body = @Sendable (ParsedArguments, Streams) throws(CommandFailure) -> ExitStatus

    let name: String
    /// As help shows them.
    let operands: String
    /// A few words for the list of commands.
    let purpose: String
    /// The paragraph above the options in help.
    let summary: String
    let options: [Option]
    /// What follows the options in help.
    let notes: String
    let body: Body

    /// In the order of the help.
    static let all: [Command] = [.build, .check, .plan, .verify, .prune, .help]

    /// - Throws: `CommandFailure.usage`.
    static func named(_ name: String) throws(CommandFailure) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        let names = all.map(\.name)
        throw .usage(
            "unknown command '\(name)' (there are \(names.joined(separator: ", ")))"
                + Suggestion.hint(for: name, among: names))
    }

    /// `tilecut build`
    var program: String { name.isEmpty ? "tilecut" : "tilecut \(name)" }

    /// - Throws: `CommandFailure`.
    func run(_ arguments: [String], _ streams: Streams) throws(CommandFailure) -> ExitStatus {
        let parsed = try ParsedArguments(arguments, knowing: options)
        if parsed.has(.help) {
            streams.out.write(helpText)
            return .success
        }
        if parsed.has(.version) {
            streams.out.write(try Version.shown(withLibraries: parsed.has(.verbose)))
            return .success
        }
        return try body(parsed, streams)
    }
}

/// A command and what it is given.
struct Call {
    let command: Command
    let arguments: [String]

    /// The first argument that is no option names the command; options before it are the
    /// command's, too.
    ///
    /// - Throws: `CommandFailure.usage` for a command that is not there.
    init(_ typed: [String]) throws(CommandFailure) {
        let before = typed.prefix { $0.isOption && $0 != "--" }
        guard before.count < typed.count, typed[before.count] != "--" else {
            command = .ofProgram
            arguments = typed
            return
        }
        command = try .named(typed[before.count])
        arguments = Array(before) + typed.dropFirst(before.count + 1)
    }

    /// What the program was started with, its own name left out.
    ///
    /// - Throws: `CommandFailure.usage` for an argument that is not UTF-8: repaired, it would name
    ///   another file.
    static func typed() throws(CommandFailure) -> [String] {
        let all = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        var arguments: [String] = []
        for case let bytes? in all.dropFirst() {
            guard let text = String(validatingCString: bytes) else {
                throw .usage(
                    "argument \(arguments.count + 1) is not UTF-8: '\(String(cString: bytes))'")
            }
            arguments.append(text)
        }
        return arguments
    }
}
