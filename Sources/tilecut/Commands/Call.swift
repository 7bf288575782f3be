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
            command = .none
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
