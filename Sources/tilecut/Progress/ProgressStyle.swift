/// How progress is shown, as it is typed.
enum ProgressStyle: String, CaseIterable, Sendable {
    case auto, bar, plain, json, none

    /// What `auto` has become on the stream at hand.
    enum Resolved: Hashable, Sendable {
        case bar, plain, json, none
    }

    /// - Throws: `CommandFailure.usage`.
    init(_ parsed: ParsedArguments) throws(CommandFailure) {
        self = try parsed.choice(.progress, default: .auto)
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
