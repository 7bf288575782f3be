/// Sorts the entries of a mapping by whether their keys are known.
enum KnownEntries {
    /// The entries whose keys are `Key`s, in their order, and the keys that are not; those are
    /// reported as unknown in `owner`.
    static func of<Key: RawRepresentable<String> & CaseIterable>(
        _ mapping: Mapping, _: Key.Type, in owner: String, findings: inout [Diagnostic]
    ) -> (known: [(key: Key, entry: Mapping.Entry)], unknown: [String]) {
        var known: [(key: Key, entry: Mapping.Entry)] = []
        var unknown: [String] = []
        for entry in mapping.entries {
            if let key = Key.allCases.first(where: { $0.rawValue.isExactly(entry.key.value) }) {
                known.append((key, entry))
            } else {
                unknown.append(entry.key.value)
                let words = Key.allCases.map(\.rawValue)
                findings.append(UnknownKey.diagnostic(entry.key, of: words, in: owner))
            }
        }
        return (known, unknown)
    }
}

extension String {
    /// Probably a misspelling of `key`, which is then not missing.
    func resembles(_ key: String) -> Bool {
        Suggestion.nearest(to: self, among: [key]) != nil
    }
}
