extension Command {
    /// What runs when no command is named: `tilecut --help` and `tilecut --version`.
    static let none = Command(
        name: "", operands: "COMMAND", purpose: "",
        summary: """
            Cuts images into tile pyramids for zooming viewers, from a YAML manifest.

            Commands:
            """ + list,
        options: [.help, .version, .verbose],
        notes: """
            Options of a command go after it; 'tilecut COMMAND --help' lists them.

            Example:
              tilecut build manifests/europe.yaml
            """,
        body: { (_, _) throws(CommandFailure) in
            throw .usage("no command is given")
        })

    private static var list: String {
        let width = all.map(\.name.count).max() ?? 0
        return all.map { command in
            let gap = String(repeating: " ", count: width - command.name.count + 2)
            return "\n  \(command.name)\(gap)\(command.purpose)"
        }.joined()
    }
}
