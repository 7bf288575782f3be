extension Composer {
    /// The mapping of `children`, keys and values in turn: each key once, `<<` merged in. Keys that
    /// are written win over merged ones; of several merged mappings the earlier wins.
    mutating func mapping(of children: [Node]) -> Mapping {
        var entries: [Mapping.Entry] = []
        var seen: [ExactText: Place] = [:]
        var merged: Node?
        var isComplete = true
        for index in stride(from: 0, to: children.count - 1, by: 2) {
            let (key, value) = (children[index], children[index + 1])
            guard case .scalar(let scalar) = key.content else {
                if case .faulty = key.content {
                } else {
                    diagnostics.append(
                        key.place.error("expected a key but found \(key.found); a key is text"))
                }
                isComplete = false
                continue
            }
            if let first = seen.updateValue(key.place, forKey: ExactText(scalar.text)) {
                seen[ExactText(scalar.text)] = first
                diagnostics.append(
                    key.place.error(
                        "\(scalar.text.quoted) is given twice, first on line \(first.line)"))
            } else if scalar.text == "<<", scalar.isPlain {
                merged = value
            } else {
                let key = Located(value: scalar.text, place: key.place)
                entries.append(Mapping.Entry(key: key, value: value))
            }
        }
        for mapping in merged.map({ mappings(mergedFrom: $0) }) ?? [] {
            isComplete = isComplete && mapping.isComplete
            for entry in mapping.entries where seen[ExactText(entry.key.value)] == nil {
                seen[ExactText(entry.key.value)] = entry.key.place
                entries.append(entry)
            }
        }
        return Mapping(entries: entries, isComplete: isComplete)
    }

    /// The mappings that a `<<` names: one, or a list of them.
    private mutating func mappings(mergedFrom node: Node) -> [Mapping] {
        switch node.content {
        case .mapping(let mapping): return [mapping]
        case .sequence(let nodes):
            return nodes.map { node in
                if case .mapping(let mapping) = node.content { return mapping }
                return unusable(node)
            }
        case .scalar, .faulty: return [unusable(node)]
        }
    }

    private mutating func unusable(_ node: Node) -> Mapping {
        if case .faulty = node.content {
        } else {
            diagnostics.append(
                node.place.error(
                    "expected a mapping, or a list of mappings, for '<<' but found \(node.found)"))
        }
        return Mapping(entries: [], isComplete: false)
    }
}
