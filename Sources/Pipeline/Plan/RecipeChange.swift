/// What a change of settings asks for.
struct RecipeChange: Sendable {
    let parts: CutParts
    /// Levels or thumbnails were taken away, which may change how the others are made.
    let dropsParts: Bool
    let reasons: [DueReason]

    private static let levelPrefix = "level "
    private static let thumbnailPrefix = "thumbnail "
    private static let descriptorOnly: Set = [
        "tileSizes", "density", "maxZoomLevel", "attribution",
    ]

    init(from old: Recipe, to new: Recipe) {
        let (before, after) = (Self.table(old), Self.table(new))
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        let levels = changed.filter { $0.hasPrefix(Self.levelPrefix) }
        let thumbnails = changed.filter { $0.hasPrefix(Self.thumbnailPrefix) }
        let common = changed.subtracting(levels).subtracting(thumbnails)
            .subtracting(Self.descriptorOnly)
        var reasons = common.sorted().map {
            Self.reason($0, before[$0] ?? "none", after[$0] ?? "none")
        }
        let numbers = levels.compactMap { Int($0.dropFirst(Self.levelPrefix.count)) }.sorted()
        if !numbers.isEmpty { reasons.append(.levels(numbers)) }
        if !thumbnails.isEmpty { reasons.append(.thumbnails) }
        if reasons.isEmpty { reasons.append(.descriptor) }
        self.reasons = reasons
        dropsParts = levels.union(thumbnails).contains { after[$0] == nil }
        parts =
            common.isEmpty
            ? CutParts(
                levels: Set(
                    levels.filter { after[$0] != nil }
                        .compactMap { Int($0.dropFirst(Self.levelPrefix.count)) }),
                thumbnails: Set(
                    thumbnails.filter { after[$0] != nil }
                        .map { String($0.dropFirst(Self.thumbnailPrefix.count)) }))
            : .everything
    }

    private static func table(_ recipe: Recipe) -> [String: String] {
        Dictionary(
            recipe.lines.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func reason(_ name: String, _ old: String, _ new: String) -> DueReason {
        switch name {
        case "library": .versions(Self.versions(old, new))
        case "cutFormat": .versions("tilecut's cut format \(old) -> \(new)")
        default: .setting(name: name, old: old, new: new)
        }
    }

    /// Only those of the comma-separated versions that differ.
    private static func versions(_ old: String, _ new: String) -> String {
        let (old, new) = (parts(old), parts(new))
        let changes = new.compactMap { name, version -> String? in
            guard let before = old.first(where: { $0.name == name })?.version else {
                return "\(name) \(version)"
            }
            return before == version ? nil : "\(name) \(before) -> \(version)"
        }
        return changes.isEmpty ? "image libraries changed" : changes.joined(separator: ", ")
    }

    /// `"libvips 8.14.1, libjpeg-turbo 2.1.5"`, a JSON string, by name and version.
    private static func parts(_ text: String) -> [(name: String, version: String)] {
        text.split(separator: ",").map { part in
            let words = part.split { $0 == " " || $0 == "\"" }.map(String.init)
            return (words.dropLast().joined(separator: " "), words.last ?? "")
        }
    }
}
