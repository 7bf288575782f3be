/// A value of a manifest as YAML sees it: aliases and merges resolved, types not yet known.
struct Node: Sendable {
    enum Content: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping(Mapping)
        /// Something was wrong here and has been reported; nothing more is said about it.
        case faulty
    }

    let content: Content
    /// Where the value was written: of an alias, the place of its anchor's value.
    let place: Place
    /// Nodes in here with aliases expanded, this one included.
    let size: Int
    /// Collections within one another in here, this one included; 0 for a scalar.
    let depth: Int
}

/// A scalar's text, and whether it stood without quotes and not as a block.
struct Scalar: Sendable {
    let text: String
    let isPlain: Bool
}

/// A mapping, in the order of its keys; merged entries come last.
struct Mapping: Sendable {
    let entries: [Entry]
    /// `false` where an entry was dropped or a merge failed, which has been reported.
    let isComplete: Bool

    struct Entry: Sendable {
        let key: Located<String>
        let value: Node
    }
}
