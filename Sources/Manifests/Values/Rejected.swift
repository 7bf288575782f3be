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
