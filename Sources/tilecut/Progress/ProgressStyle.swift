/// How progress is shown, as it is typed.
enum ProgressStyle: String, CaseIterable, Sendable {
    case auto, bar, plain, json, none

    /// What `auto` has become on the stream at hand.
    enum Resolved: Hashable, Sendable {
        case bar, plain, json, none
    }

    /// - Throws: `CommandFailure.usage`.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        guard let text = parsed.last(.progress) else {
            self = .auto
            return
        }
        guard let style = ProgressStyle(rawValue: text) else {
            let hint = Suggestion.hint(for: text, among: Self.allCases.map(\.rawValue))
            throw .usage(
                "expected auto, bar, plain, json or none for '--progress' but found '\(text)'\(hint)"
            )
        }
        self = style
    }

    func resolved(on stream: TextStream) -> Resolved {
        switch self {
        case .auto: Terminal.isCapable(stream.descriptor) ? .bar : .plain
        case .bar: .bar
        case .plain: .plain
        case .json: .json
        case .none: .none
        }
    }
}
