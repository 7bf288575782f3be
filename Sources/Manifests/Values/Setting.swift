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

/// A value that does not say what its key needs; the findings say why. Empty where that has been
/// said already.
struct Rejected: Error {
    let diagnostics: [Diagnostic]
}

extension Node {
    /// The node as a message names it: `'big'`, `text "80" in quotes`, `a list`, `nothing`.
    var found: String {
        switch content {
        case .scalar(let scalar) where scalar.isPlain:
            scalar.text.isEmpty ? "nothing" : scalar.text.quoted
        case .scalar(let scalar): scalar.text.isEmpty ? "empty text" : scalar.text.doubleQuoted
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .faulty: "an error"
        }
    }

    /// The rejection that says what `key` needs, what was found and, with `hint`, what to do.
    func rejected(expecting expected: String, for key: String, hint: String? = nil) -> Rejected {
        switch content {
        case .faulty: return Rejected(diagnostics: [])
        // As in "{{ name }}": the braces were found fault with where the key is none.
        case .mapping(let mapping) where !mapping.isComplete: return Rejected(diagnostics: [])
        default: break
        }
        return Rejected(diagnostics: [
            place.error(
                "expected \(expected) for \(key.quoted) but found \(found)"
                    + (hint.map { "; \($0)" } ?? ""))
        ])
    }
}
