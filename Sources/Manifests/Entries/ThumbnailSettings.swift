import TilePyramid

/// What a manifest says of one thumbnail. What it does not say of the encoding comes from the
/// image.
struct ThumbnailSettings: Sendable {
    /// The mapping's place.
    let place: Place
    var name: Setting<String> = .absent
    var box: Setting<PixelSize> = .absent
    var encoding = EncodingSettings()

    /// The name of a thumbnail that is not one of a list.
    static let singleName = "thumbnail"

    /// Reads a thumbnail; `isNamed` in a list, where each has a name.
    static func read(_ mapping: Mapping, at place: Place, isNamed: Bool)
        -> (settings: ThumbnailSettings, diagnostics: [Diagnostic])
    {
        var settings = ThumbnailSettings(place: place)
        var findings: [Diagnostic] = []
        for entry in mapping.entries {
            guard
                let key = ThumbnailKey.allCases.first(where: {
                    $0.rawValue.isExactly(entry.key.value)
                })
            else {
                let known = ThumbnailKey.allCases.map(\.rawValue)
                findings.append(UnknownKey.diagnostic(entry.key, of: known, in: "a thumbnail"))
                continue
            }
            if key == .name && !isNamed {
                findings.append(
                    entry.key.place.error(
                        "a single thumbnail is named 'thumbnail'; "
                            + "to name it, make a list: [{ name: ..., size: ... }]"
                    ))
                continue
            }
            settings.read(key, entry.value, &findings)
        }
        if isNamed, settings.name.isAbsent, mapping.isComplete {
            findings.append(place.error("'name' is missing; each thumbnail of a list has one"))
        }
        return (settings, findings)
    }

    private mutating func read(
        _ key: ThumbnailKey, _ node: Node, _ findings: inout [Diagnostic]
    ) {
        switch key {
        case .name:
            name = Setting(node, &findings) { node throws(Rejected) in
                try node.text(for: key.rawValue)
            }
        case .size:
            box = Setting(node, &findings) { node throws(Rejected) in try node.box() }
        case .extension: encoding.readExtension(node, &findings)
        case .quality: encoding.readQuality(node, &findings)
        case .lossless: encoding.readLossless(node, &findings)
        case .compression: encoding.readCompression(node, &findings)
        }
    }
}

extension Node {
    /// `false`, one thumbnail, or a list of named ones.
    func thumbnails() throws(Rejected) -> [ThumbnailSettings] {
        let expected = "a mapping such as { size: 256 }, a list of them, or false"
        switch content {
        case .scalar(let scalar) where scalar.isPlain && scalar.text == "false":
            return []
        case .scalar(let scalar) where scalar.isPlain && scalar.text.isDigits:
            throw rejected(
                expecting: expected, for: "thumbnail", hint: "write { size: \(scalar.text) }")
        case .scalar(let scalar) where scalar.isPlain && scalar.text == "true":
            throw rejected(
                expecting: expected, for: "thumbnail",
                hint: "leave the key out for a thumbnail of 256")
        case .scalar, .faulty:
            throw rejected(expecting: expected, for: "thumbnail")
        case .mapping(let mapping):
            let (settings, diagnostics) = ThumbnailSettings.read(mapping, at: place, isNamed: false)
            guard diagnostics.isEmpty else { throw Rejected(diagnostics: diagnostics) }
            return [settings]
        case .sequence(let nodes):
            guard !nodes.isEmpty else {
                throw Rejected(diagnostics: [
                    place.error("the list of thumbnails is empty; write false for none")
                ])
            }
            return try Self.thumbnails(nodes)
        }
    }

    private static func thumbnails(_ nodes: [Node]) throws(Rejected) -> [ThumbnailSettings] {
        var list: [ThumbnailSettings] = []
        var findings: [Diagnostic] = []
        for node in nodes {
            guard case .mapping(let mapping) = node.content else {
                findings +=
                    node.rejected(
                        expecting: "a mapping such as { name: small, size: 100 } in the list",
                        for: "thumbnail"
                    ).diagnostics
                continue
            }
            let (settings, diagnostics) = ThumbnailSettings.read(
                mapping, at: node.place, isNamed: true)
            list.append(settings)
            findings += diagnostics
        }
        // A list of which one entry is faulty without a finding of its own is faulty all the same.
        guard findings.isEmpty, list.count == nodes.count else {
            throw Rejected(diagnostics: findings)
        }
        return list
    }

    /// The box that a thumbnail fits in: one number, or a width and a height.
    func box() throws(Rejected) -> PixelSize {
        guard case .mapping(let mapping) = content else {
            if case .scalar = content {
                let side = try wholeNumber(for: "size", in: 1...65535)
                return PixelSize(width: side, height: side)
            }
            throw rejected(expecting: "a whole number or { width: ..., height: ... }", for: "size")
        }
        var sides: [String: Setting<Int>] = [:]
        var diagnostics: [Diagnostic] = []
        for entry in mapping.entries {
            let key = entry.key.value
            guard ["width", "height"].contains(where: key.isExactly) else {
                diagnostics.append(
                    UnknownKey.diagnostic(entry.key, of: ["width", "height"], in: "'size'"))
                continue
            }
            sides[key] = Setting(entry.value, &diagnostics) { node throws(Rejected) in
                try node.wholeNumber(for: key, in: 1...65535)
            }
        }
        if diagnostics.isEmpty, mapping.isComplete {
            for key in ["width", "height"] where sides[key] == nil {
                diagnostics.append(
                    place.error("\(key.quoted) is missing in 'size'; give both, or one number"))
            }
        }
        guard let width = sides["width"]?.given, let height = sides["height"]?.given,
            diagnostics.isEmpty
        else { throw Rejected(diagnostics: diagnostics) }
        return PixelSize(width: width.value, height: height.value)
    }
}
