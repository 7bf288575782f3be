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
