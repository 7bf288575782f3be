/// A command and what it is given.
struct Call {
    let command: Command
    let arguments: [String]

    /// The first argument that is no option names the command; options before it are the
    /// command's, too.
    ///
    /// - Throws: `CommandFailure.usage` for a command that is not there.
    init(_ typed: [String]) throws(CommandFailure) {
        let before = typed.prefix { $0.hasPrefix("-") && $0 != "-" && $0 != "--" }
        guard before.count < typed.count, typed[before.count] != "--" else {
            command = .none
            arguments = typed
            return
        }
        command = try .named(typed[before.count])
        arguments = Array(before) + typed.dropFirst(before.count + 1)
    }
}
