/// What a manifest says for one key.
enum Setting<Value: Sendable>: Sendable {
    /// Nothing.
    case absent
    /// Something unusable, which has been reported. Rules that need the value are silent.
    case faulty
    case given(Located<Value>)
}

extension Setting {
    /// Reads `node` with `read`; findings go to `diagnostics`.
    init(
        _ node: Node, _ diagnostics: inout [Diagnostic],
        _ read: (Node) throws(Rejected) -> Value
    ) {
        do throws(Rejected) {
            self = .given(Located(value: try read(node), place: node.place))
        } catch {
            diagnostics += error.diagnostics
            self = .faulty
        }
    }

    /// This setting, or `base` where nothing is said here. Values are replaced whole: a
    /// `thumbnail` on an image takes nothing from the `thumbnail` in `defaults`.
    func over(_ base: Setting) -> Setting {
        if case .absent = self { base } else { self }
    }

    /// The value, `builtIn` where nothing is said; `nil` where what is said is unusable.
    func value(default builtIn: Value) -> Value? {
        switch self {
        case .absent: builtIn
        case .faulty: nil
        case .given(let located): located.value
        }
    }

    /// The value and its place where one is given.
    var given: Located<Value>? {
        if case .given(let located) = self { located } else { nil }
    }

    var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    var isFaulty: Bool {
        if case .faulty = self { true } else { false }
    }
}
