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
