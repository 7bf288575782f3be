/// A manifest as typed values, before the rules.
struct Manifest: Sendable {
    let text: SourceText
    /// The first key.
    let place: Place
    let output: Setting<String>
    let defaults: ImageSettings
    let entries: [ImageEntry]

    /// The version of the manifest's format that this library reads.
    static let version = 1

    /// The typed values of `text`; `nil` where there are none to be had.
    static func read(_ text: SourceText) -> (manifest: Manifest?, diagnostics: [Diagnostic]) {
        if let illegal = text.illegalCharacter() { return (nil, [illegal]) }
        guard !text.bytes.isEmpty else { return (nil, [text.error(isEmpty)]) }
        let (root, findings) = Composer.compose(text)
        guard let root else {
            return (nil, findings.isEmpty ? [text.error(isEmpty)] : findings)
        }
        switch root.content {
        case .mapping(let mapping):
            let (manifest, more) = read(mapping, at: root.place, in: text)
            return (manifest, findings + more)
        case .scalar(let scalar) where scalar.isPlain && scalar.text.isEmpty:
            return (nil, findings + [text.error(isEmpty)])
        case .scalar, .sequence:
            let message =
                "expected a manifest's keys but found \(root.found); begin with 'version: 1'"
            return (nil, findings + [root.place.error(message)])
        case .faulty:
            return (nil, findings)
        }
    }

    private static let isEmpty = "the file is empty; a manifest begins with 'version: 1'"

    private static func read(_ mapping: Mapping, at place: Place, in text: SourceText)
        -> (manifest: Manifest?, diagnostics: [Diagnostic])
    {
        var findings: [Diagnostic] = []
        let (known, unknown) = KnownEntries.of(
            mapping, ManifestKey.self, in: "a manifest", findings: &findings)
        func node(of key: ManifestKey) -> Node? { known.first { $0.key == key }?.entry.value }
        func isMissing(_ key: ManifestKey) -> Bool {
            node(of: key) == nil && mapping.isComplete
                && !unknown.contains { $0.resembles(key.rawValue) }
        }

        if let node = node(of: .version) {
            let version = Setting(node, &findings) { node throws(Rejected) in
                try node.version()
            }
            // Nothing else is known of a manifest in another format.
            if let other = version.given, other.value != Self.version {
                return (nil, [other.place.error(isOther(other.value))])
            }
        } else if isMissing(.version) {
            findings.append(
                place.error("'version' is missing; begin the manifest with 'version: 1'"))
        }
        var output = Setting<String>.absent
        if let node = node(of: .output) {
            output = Setting(node, &findings) { node throws(Rejected) in
                try node.path(for: "output")
            }
        } else if !isMissing(.output) {
            output = .faulty
        }
        let defaults =
            node(of: .defaults).map { self.defaults($0, &findings) } ?? ImageSettings()
        if isMissing(.images) {
            findings.append(place.error("'images' is missing; it lists what is cut"))
        }
        let entries = node(of: .images).map { images($0, defaults, &findings) }
        let manifest = Manifest(
            text: text, place: place, output: output, defaults: defaults, entries: entries ?? [])
        return (manifest, findings)
    }

    private static func isOther(_ version: Int) -> String {
        "this is a manifest of version \(version); this tilecut reads version \(Self.version)"
    }

    private static func defaults(_ node: Node, _ findings: inout [Diagnostic]) -> ImageSettings {
        guard case .mapping(let mapping) = node.content else {
            findings +=
                node.rejected(
                    expecting: "a mapping of image keys", for: "defaults",
                    hint: node.found == "nothing" ? "leave it out when it is empty" : nil
                ).diagnostics
            return ImageSettings()
        }
        return ImageSettings(mapping, of: .defaults, &findings)
    }

    private static func images(
        _ node: Node, _ defaults: ImageSettings, _ findings: inout [Diagnostic]
    ) -> [ImageEntry] {
        guard case .sequence(let nodes) = node.content, !nodes.isEmpty else {
            if case .sequence = node.content {
                findings.append(node.place.error("'images' is empty; list at least one image"))
            } else {
                findings +=
                    node.rejected(
                        expecting: "a list of images", for: "images", hint: "write '- source: ...'"
                    ).diagnostics
            }
            return []
        }
        return nodes.compactMap { node in
            let (entry, diagnostics) = ImageEntry.read(node, defaults: defaults)
            findings += diagnostics
            return entry
        }
    }
}

extension Node {
    /// The version of a manifest's format.
    fileprivate func version() throws(Rejected) -> Int {
        do throws(Rejected) {
            return try wholeNumber(for: "version", in: 1...Int.max)
        } catch {
            throw rejected(
                expecting: "\(Manifest.version)", for: "version",
                hint: "write 'version: \(Manifest.version)'")
        }
    }
}
