/// How a command writes its result, as it is typed.
enum ResultFormat: String, CaseIterable, Sendable {
    case text, json, markdown

    /// - Throws: `CommandFailure.usage`.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        guard let text = parsed.last(.format) else {
            self = .text
            return
        }
        guard let format = ResultFormat(rawValue: text) else {
            let hint = Suggestion.hint(for: text, among: Self.allCases.map(\.rawValue))
            throw .usage(
                "expected text, json or markdown for '--format' but found '\(text)'\(hint)")
        }
        self = format
    }
}
