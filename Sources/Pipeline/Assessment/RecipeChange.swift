/// What a change of settings asks for.
struct RecipeChange: Sendable {
    let parts: CutParts
    /// Levels or thumbnails were taken away, which may change how the others are made.
    let dropsParts: Bool
    let reasons: [DueReason]

    private static let thumbnailPrefix = "thumbnail "

    init(from old: Recipe, to new: Recipe) {
        let (before, after) = (Self.table(old), Self.table(new))
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        let thumbnails = changed.filter { $0.hasPrefix(Self.thumbnailPrefix) }
        let layouts = LayoutChange(changed, before: Set(before.keys), after: Set(after.keys))
        let common = changed.subtracting(layouts.lines).subtracting(thumbnails)
            .filter { !$0.hasPrefix(Recipe.descriptorPrefix) }
        var reasons = common.sorted().map {
            Self.reason($0, before[$0] ?? "none", after[$0] ?? "none")
        }
        reasons += layouts.reasons { setting in
            .setting(
                name: setting.key, old: before[setting.line] ?? "none",
                new: after[setting.line] ?? "none")
        }
        if !thumbnails.isEmpty { reasons.append(.thumbnails) }
        if reasons.isEmpty { reasons.append(.descriptor) }
        self.reasons = reasons
        dropsParts = layouts.dropsLevels || thumbnails.contains { after[$0] == nil }
        parts =
            common.isEmpty
            ? .some(
                levels: layouts.levels, layouts: layouts.wholeLayouts,
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

/// What changed lines say of layouts.
private struct LayoutChange {
    /// All lines of layouts among those that changed.
    let lines: Set<String>
    /// Levels that have to be cut, one by one.
    let levels: Set<LevelID>
    /// Layouts of which all levels have to be cut.
    let wholeLayouts: Set<String>
    /// Whether levels were taken away.
    let dropsLevels: Bool

    private let settings: [Recipe.Setting]
    private let added: Set<String>
    private let removed: Set<String>

    init(_ changed: Set<String>, before: Set<String>, after: Set<String>) {
        let settings = changed.compactMap(Recipe.Setting.init(line:))
        let old = Set(before.compactMap { Recipe.Setting(line: $0)?.layout })
        let new = Set(after.compactMap { Recipe.Setting(line: $0)?.layout })
        self.settings = settings
        added = new.subtracting(old)
        removed = old.subtracting(new)
        lines = Set(settings.map(\.line))
        let standing = settings.filter { after.contains($0.line) }
        levels = Set(
            standing.compactMap { setting in
                guard case .level(let number) = setting.scope else { return nil }
                return LevelID(layout: setting.layout, number: number)
            })
        wholeLayouts = Set(standing.filter { $0.scope == .tiles }.map(\.layout))
        dropsLevels = settings.contains { setting in
            !after.contains(setting.line) && setting.scope != .descriptor
        }
    }

    /// - Parameter describe: the reason that a setting of all of a layout's tiles is.
    func reasons(_ describe: (Recipe.Setting) -> DueReason) -> [DueReason] {
        let kept = settings.filter { !added.contains($0.layout) && !removed.contains($0.layout) }
        var reasons = added.sorted().map { DueReason.layoutAdded($0) }
        reasons += removed.sorted().map { .layoutRemoved($0) }
        var numbers: [String: [Int]] = [:]
        for setting in kept {
            if case .level(let number) = setting.scope {
                numbers[setting.key, default: []].append(number)
            }
        }
        reasons += numbers.sorted { $0.key < $1.key }.map { key, numbers in
            .levels(setting: key, numbers.sorted())
        }
        let whole = kept.filter { $0.scope == .tiles }.sorted { $0.line < $1.line }
        return reasons + whole.map(describe)
    }
}
