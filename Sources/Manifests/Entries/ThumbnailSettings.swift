import TilePyramid

/// What a manifest says of one thumbnail. What it does not say of the encoding comes from the
/// image.
struct ThumbnailSettings: Sendable {
    var name: Setting<String> = .absent
    var box: Setting<PixelSize> = .absent
    var encoding = EncodingSettings()

    /// The name of a thumbnail that is not one of a list.
    static let singleName = "thumbnail"

    /// Reads a thumbnail; `isNamed` in a list, where each has a name.
    static func read(_ mapping: Mapping, at place: Place, isNamed: Bool)
        -> (settings: ThumbnailSettings, diagnostics: [Diagnostic])
    {
        var settings = ThumbnailSettings()
        var findings: [Diagnostic] = []
        let (known, _) = KnownEntries.of(
            mapping, ThumbnailKey.self, in: "a thumbnail", findings: &findings)
        for (key, entry) in known {
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

    /// The thumbnail of an image that has `image`; `nil` where something in it is unusable.
    func spec(over image: EncodingSettings) -> ThumbnailSpec? {
        guard let name = name.value(default: Self.singleName),
            let box = box.value(default: PixelSize(width: 256, height: 256)),
            let encoding = encoding.over(image).encoding
        else { return nil }
        return arrived(in: ThumbnailSpec(name: name, box: box, encoding: encoding))
    }
}

extension ThumbnailSettings: KeyedSettings {
    static let fields: [SettingField<ThumbnailSettings, ThumbnailSpec>] = fieldsOfAllKeys()

    static func field(of key: ThumbnailKey) -> SettingField<ThumbnailSettings, ThumbnailSpec> {
        switch key {
        case .name: SettingField(\.name, Node.text, in: \.name)
        case .size: SettingField(\.box, Node.box, in: \.box)
        case .extension: encoding(.extension)
        case .quality: encoding(.quality)
        case .lossless: encoding(.lossless)
        case .compression: encoding(.compression)
        }
    }

    private static func encoding(_ key: EncodingKey)
        -> SettingField<ThumbnailSettings, ThumbnailSpec>
    {
        SettingField(\.encoding, EncodingSettings.field(of: key))
    }
}

extension ImageSettings {
    /// The thumbnails of an image, by default one; `nil` where something in one of them is
    /// unusable.
    var thumbnailSpecs: [ThumbnailSpec]? {
        guard let list = thumbnails.value(default: [ThumbnailSettings()]) else {
            return nil
        }
        let specs = list.compactMap { $0.spec(over: encoding) }
        return specs.count == list.count ? specs : nil
    }
}

extension Node {
    /// `false`, one thumbnail, or a list of named ones.
    func thumbnails(for key: String) throws(Rejected) -> [ThumbnailSettings] {
        let expected = "a mapping such as { size: 256 }, a list of them, or false"
        switch content {
        case .scalar(let scalar) where scalar.isPlain && scalar.text == "false":
            return []
        case .scalar(let scalar) where scalar.isPlain && scalar.text.isDigits:
            throw rejected(
                expecting: expected, for: key, hint: "write { size: \(scalar.text) }")
        case .scalar(let scalar) where scalar.isPlain && scalar.text == "true":
            throw rejected(
                expecting: expected, for: key,
                hint: "leave the key out for a thumbnail of 256")
        case .scalar, .faulty:
            throw rejected(expecting: expected, for: key)
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
            return try Self.thumbnails(nodes, for: key)
        }
    }

    private static func thumbnails(_ nodes: [Node], for key: String) throws(Rejected)
        -> [ThumbnailSettings]
    {
        var list: [ThumbnailSettings] = []
        var findings: [Diagnostic] = []
        for node in nodes {
            guard case .mapping(let mapping) = node.content else {
                findings +=
                    node.rejected(
                        expecting: "a mapping such as { name: small, size: 100 } in the list",
                        for: key
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
    func box(for key: String) throws(Rejected) -> PixelSize {
        guard case .mapping(let mapping) = content else {
            if case .scalar = content {
                let side = try wholeNumber(for: key, in: 1...65535)
                return PixelSize(width: side, height: side)
            }
            throw rejected(expecting: "a whole number or { width: ..., height: ... }", for: key)
        }
        var sides: [String: Setting<Int>] = [:]
        var diagnostics: [Diagnostic] = []
        for entry in mapping.entries {
            let side = entry.key.value
            guard ["width", "height"].contains(where: side.isExactly) else {
                diagnostics.append(
                    UnknownKey.diagnostic(entry.key, of: ["width", "height"], in: "'size'"))
                continue
            }
            sides[side] = Setting(entry.value, &diagnostics) { node throws(Rejected) in
                try node.wholeNumber(for: side, in: 1...65535)
            }
        }
        if diagnostics.isEmpty, mapping.isComplete {
            for side in ["width", "height"] where sides[side] == nil {
                diagnostics.append(
                    place.error("\(side.quoted) is missing in 'size'; give both, or one number"))
            }
        }
        guard let width = sides["width"]?.given, let height = sides["height"]?.given,
            diagnostics.isEmpty
        else { throw Rejected(diagnostics: diagnostics) }
        return PixelSize(width: width.value, height: height.value)
    }
}
