/// One entry of the list `images`: one image, or those that a pattern matches.
struct ImageEntry: Sendable {
    /// The entry's first key.
    let place: Place
    let source: Setting<String>
    let name: Setting<String>
    /// What the entry itself says.
    let own: ImageSettings
    /// The same with `defaults` behind it.
    let settings: ImageSettings

    /// Reads the entry at `node`.
    static func read(_ node: Node, defaults: ImageSettings)
        -> (entry: ImageEntry?, diagnostics: [Diagnostic])
    {
        guard case .mapping(let mapping) = node.content else {
            var hint: String?
            if case .scalar(let scalar) = node.content, !scalar.text.isEmpty {
                hint = "write '- source: ...'"
            }
            let rejected = node.rejected(
                expecting: "a mapping with 'source'", for: "images", hint: hint)
            return (nil, rejected.diagnostics)
        }
        var own = ImageSettings()
        var source = Setting<String>.absent
        var name = Setting<String>.absent
        var findings: [Diagnostic] = []
        let (known, unknown) = KnownEntries.of(
            mapping, ImageKey.self, in: "an image", findings: &findings)
        for (key, entry) in known {
            switch key {
            case .source:
                source = Setting(entry.value, &findings) { node throws(Rejected) in
                    try node.path(for: key.rawValue)
                }
            case .name:
                name = Setting(entry.value, &findings) { node throws(Rejected) in
                    try node.text(for: key.rawValue, expecting: "a name")
                }
            default:
                own.read(key, entry, &findings)
            }
        }
        for word in unknown {
            // What was probably meant is not absent, so no rule takes a default for it.
            guard let key = ImageKey.meant(by: word) else { continue }
            own.assumeFaulty(key)
            if key == .name { name = .faulty }
            if key == .source { source = .faulty }
        }
        if source.isAbsent {
            if mapping.isComplete {
                findings.append(node.place.error("'source' is missing; each image has one"))
            }
            source = .faulty
        }
        let entry = ImageEntry(
            place: node.place, source: source, name: name, own: own, settings: own.over(defaults))
        return (entry, findings)
    }
}
