import TilePyramid

/// The keys at the top of a manifest.
enum ManifestKey: String, CaseIterable {
    case version, output, defaults, images
}

/// The keys of an image, in the order of the documentation. What each of them is, is said in
/// `ImageSettings.field(of:)`.
enum ImageKey: String, CaseIterable {
    case source, name
    case tileSizes, minTileLevel, maxTileLevel, density, layout, layouts
    case tileSize, overlap
    case `extension`, quality, lossless, compression, background, linearLight
    case thumbnail, maxZoomLevel, page, maxPixels, maxTiles, sha256, attribution

    /// Says something of one image only, so `defaults` cannot have it.
    var isOfOneImage: Bool { self == .source || self == .name }

    /// A layout's key, as an image has it.
    init(_ key: LayoutKey) {
        switch key {
        case .tileSizes: self = .tileSizes
        case .minTileLevel: self = .minTileLevel
        case .maxTileLevel: self = .maxTileLevel
        case .density: self = .density
        case .tileSize: self = .tileSize
        case .overlap: self = .overlap
        }
    }
}

/// The keys of a thumbnail.
enum ThumbnailKey: String, CaseIterable {
    case name, size
    case `extension`, quality, lossless, compression
}

/// The keys that images and thumbnails have for how pixels become a file.
enum EncodingKey: String, CaseIterable {
    case `extension`, quality, lossless, compression
}

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

/// The finding about a key that is not one.
enum UnknownKey {
    /// `key` is none of `known`, the keys of `owner` (`an image`, `'defaults'`).
    static func diagnostic(_ key: Located<String>, of known: [String], in owner: String)
        -> Diagnostic
    {
        let name = key.value.quoted
        if let place = elsewhere(key.value) {
            return key.place.error("\(name) is no key of \(owner); \(place)")
        }
        if let better = Suggestion.nearest(to: key.value, among: known) {
            return key.place.error(
                "unknown key \(name) in \(owner); did you mean \(better.quoted)?")
        }
        return key.place.error(
            "unknown key \(name) in \(owner); the keys are \(known.joined(separator: ", "))")
    }

    /// Where a key belongs that stands in the wrong mapping.
    private static func elsewhere(_ key: String) -> String? {
        if ManifestKey.allCases.contains(where: { $0.rawValue.isExactly(key) }) {
            return "it stands at the top of a manifest"
        }
        guard let imageKey = ImageKey.allCases.first(where: { $0.rawValue.isExactly(key) }) else {
            return nil
        }
        return imageKey.isOfOneImage
            ? "it belongs to an image" : "it belongs to an image or to 'defaults'"
    }
}
