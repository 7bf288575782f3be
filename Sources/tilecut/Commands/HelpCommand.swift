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
            streams.out.write((shown ?? .ofProgram).helpText)
            return .success
        })

    /// What runs when no command is named: `tilecut --help` and `tilecut --version`.
    static let ofProgram = Command(
        name: "", operands: "COMMAND", purpose: "",
        summary: """
            Cuts images into tile pyramids for zooming viewers, from a YAML manifest.

            Commands:
            """ + "\n" + columns(all.map { ($0.name, $0.purpose) }, apart: 2),
        options: [.help, .version, .verbose],
        notes: """
            Options of a command go after it; 'tilecut COMMAND --help' lists them.

            Example:
              tilecut build manifests/europe.yaml
            """,
        body: { (_, _) throws(CommandFailure) in
            throw .usage("no command is given")
        })

    var helpText: String {
        """
        Usage:
          \(program) [OPTION...] \(operands)

        \(summary)

        Options:
        \(Self.columns(options.map { ($0.spelling, $0.help) }, apart: 5))

        \(notes)

        """
    }

    /// Two columns, indented; the second starts `gap` characters after the widest of the first.
    private static func columns(_ rows: [(String, String)], apart gap: Int) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { first, second in
            "  \(first)\(String(repeating: " ", count: width - first.count + gap))\(second)"
        }.joined(separator: "\n")
    }
}
