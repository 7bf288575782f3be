extension Command {
    static let help = Command(
        name: "help", operands: "[COMMAND]", purpose: "shows the help of a command",
        summary: "Shows the help of a command, or of the program.",
        options: [.help, .version, .verbose],
        notes: """
            Example:
              tilecut help build
            """,
        body: { (parsed, streams) throws(CommandFailure) in
            if parsed.operands.count > 1 { throw .usage("only one command can be shown") }
            let shown = try parsed.operands.first.map { (name) throws(CommandFailure) in
                try Command.named(name)
            }
            streams.out.write((shown ?? .none).helpText)
            return .success
        })
}
