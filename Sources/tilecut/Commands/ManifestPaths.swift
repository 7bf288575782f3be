/// The manifests that a command is given.
enum ManifestPaths {
    /// - Throws: `CommandFailure.usage` when there is none, or an empty one.
    static func of(_ parsed: ParsedArguments) throws(CommandFailure) -> [String] {
        if parsed.operands.isEmpty { throw .usage("no manifest is given") }
        if parsed.operands.contains("") { throw .usage("the name of a manifest is empty") }
        return parsed.operands
    }
}
