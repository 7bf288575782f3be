import TilePyramid

/// The keys at the top of a manifest.
enum ManifestKey: String, CaseIterable {
    case version, output, defaults, images
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
