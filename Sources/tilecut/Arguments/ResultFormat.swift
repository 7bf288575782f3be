/// How a command writes its result, as it is typed.
enum ResultFormat: String, CaseIterable, Sendable {
    case text, json, markdown

    /// - Throws: `CommandFailure.usage`.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        self = try parsed.choice(.format, default: .text)
    }
}
