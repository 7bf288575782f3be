/// Makes the tree of nodes out of the events, with anchors, aliases and merges resolved.
///
/// Expansion is bounded: a text of a few hundred bytes can stand for billions of nodes. Sizes are
/// summed while the tree is made, in which an alias shares its anchor's nodes, so a bomb costs no
/// memory either.
struct Composer {
    static let maxNodes = 1_000_000
    static let maxDepth = 100

    let text: SourceText
    var open: [OpenCollection] = []
    var anchors: [ExactText: Node] = [:]
    /// Nodes so far, with aliases expanded.
    var nodeCount = 0
    var root: Node?
    var diagnostics: [Diagnostic] = []
    private var documents = 0
    /// A bound was passed: there is no tree.
    private var isBroken = false

    private init(_ text: SourceText) {
        self.text = text
    }

    /// The tree of `text`, `nil` where there is none, and what was wrong with it.
    static func compose(_ text: SourceText) -> (root: Node?, diagnostics: [Diagnostic]) {
        var composer = Composer(text)
        if let fault = Event.read(text.bytes, { composer.take($0) }) {
            // Only the fault: what was found before it may come of it.
            return (nil, [fault.diagnostic(in: text)])
        }
        return (composer.isBroken ? nil : composer.root, composer.diagnostics)
    }

    /// Takes the next event; `false` when there is nothing more to know.
    private mutating func take(_ event: Event) -> Bool {
        let place = text.place(from: event.start, to: event.end)
        switch event.kind {
        case .streamStart, .streamEnd, .documentEnd:
            return true
        case .documentStart:
            documents += 1
            guard documents > 1 else { return true }
            diagnostics.append(
                place.error("a second document starts here; a manifest is one document"))
            return false
        case .alias(let name):
            let node = resolve(alias: name, at: place)
            guard count(node.size, depth: node.depth, at: place) else { return false }
            add(node)
        case .scalar(let scalar):
            reportTag(of: event, at: place)
            guard count(1, depth: 0, at: place) else { return false }
            let node = Node(content: .scalar(scalar), place: place, size: 1, depth: 0)
            if let anchor = event.anchor { anchors[ExactText(anchor)] = node }
            add(node)
        case .sequenceStart(let isFlow):
            return start(.sequence, isFlow: isFlow, event, at: place)
        case .mappingStart(let isFlow):
            return start(.mapping, isFlow: isFlow, event, at: place)
        case .sequenceEnd, .mappingEnd:
            finish(at: event.end)
        }
        return true
    }

    private mutating func start(
        _ kind: OpenCollection.Kind, isFlow: Bool, _ event: Event, at place: Place
    ) -> Bool {
        reportTag(of: event, at: place)
        guard count(1, depth: 1, at: place) else { return false }
        open.append(
            OpenCollection(
                kind: kind, isFlow: isFlow, anchor: event.anchor.map(ExactText.init),
                start: event.start, countBefore: nodeCount - 1))
        return true
    }

    private mutating func finish(at end: Int) {
        guard let collection = open.popLast() else {
            preconditionFailure("libyaml ends only collections that it has started")
        }
        let content: Node.Content =
            switch collection.kind {
            case .sequence: .sequence(collection.children)
            case .mapping: .mapping(mapping(of: collection.children))
            }
        let node = Node(
            content: content, place: collection.place(in: text, end: end),
            size: nodeCount - collection.countBefore,
            depth: 1 + (collection.children.map(\.depth).max() ?? 0))
        if let anchor = collection.anchor { anchors[anchor] = node }
        add(node)
    }

    private mutating func add(_ node: Node) {
        if open.isEmpty {
            root = node
        } else {
            open[open.count - 1].children.append(node)
        }
    }

    /// Adds `nodes` to the count; `false`, with a finding, when a bound is passed.
    private mutating func count(_ nodes: Int, depth: Int, at place: Place) -> Bool {
        nodeCount += nodes
        if nodeCount > Self.maxNodes {
            diagnostics.append(
                place.error("the manifest holds more than 1000000 values, aliases expanded"))
            isBroken = true
        } else if open.count + depth > Self.maxDepth {
            diagnostics.append(
                place.error("lists and mappings are nested more than \(Self.maxDepth) deep"))
            isBroken = true
        }
        return !isBroken
    }

    private mutating func reportTag(of event: Event, at place: Place) {
        guard event.tag != nil else { return }
        diagnostics.append(
            place.error(
                "a tag ('!...') has no meaning here; the key decides the type, leave it out")
        )
    }
}

extension Composer {
    /// The node that an alias stands for; a faulty one, with a finding, when there is none.
    mutating func resolve(alias name: String, at place: Place) -> Node {
        let anchor = ExactText(name)
        if open.contains(where: { $0.anchor == anchor }) {
            diagnostics.append(
                place.error("the alias '*\(name)' stands inside the value that it repeats"))
        } else if let node = anchors[anchor] {
            return node
        } else {
            diagnostics.append(
                place.error(
                    "there is no anchor '&\(name)' before this alias; "
                        + "put a text that starts with '*' in quotes"
                ))
        }
        return Node(content: .faulty, place: place, size: 1, depth: 0)
    }
}

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

extension Composer {
    /// A list or a mapping whose end has not come yet.
    struct OpenCollection {
        enum Kind { case sequence, mapping }

        let kind: Kind
        let isFlow: Bool
        let anchor: ExactText?
        let start: Int
        let countBefore: Int
        /// Of a mapping: keys and values in turn.
        var children: [Node] = []

        /// What a finding about the collection underlines: a flow collection as a whole, the first key
        /// of a block mapping, the first dash of a block list.
        func place(in text: SourceText, end: Int) -> Place {
            if isFlow { return text.place(from: start, to: end) }
            if kind == .mapping, let key = children.first { return key.place }
            return text.place(from: start, to: start + 1)
        }
    }
}
