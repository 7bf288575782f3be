import TilePyramid

/// What a build would do, image by image.
package struct BatchPlan: Sendable {
    package struct Item: Sendable {
        package enum Verdict: Sendable {
            case current
            /// The reasons are in no need of being one: several settings may have changed.
            case due([DueReason])
            /// It would fail, and why.
            case fails(String)
        }

        package let name: String
        package let origin: ManifestOrigin
        /// The source's path relative to the manifest.
        package let source: String
        package let output: String
        package let verdict: Verdict

        package init(
            name: String, origin: ManifestOrigin, source: String, output: String, verdict: Verdict
        ) {
            self.name = name
            self.origin = origin
            self.source = source
            self.output = output
            self.verdict = verdict
        }

        package var isDue: Bool { if case .due = verdict { true } else { false } }
        package var fails: Bool { if case .fails = verdict { true } else { false } }
    }

    /// In the order of the manifests.
    package let items: [Item]
    /// Images that their manifest no longer lists.
    package let unlisted: [UnlistedImage]

    package init(items: [Item], unlisted: [UnlistedImage]) {
        self.items = items
        self.unlisted = unlisted
    }
}

/// Why an image is to be cut.
package enum DueReason: Hashable, Sendable, CustomStringConvertible {
    case new
    case forced
    case sourceChanged
    /// `libvips 8.14.1 -> 8.15.0`
    case versions(String)
    /// The tiles' own settings; all of them are made anew.
    case setting(name: String, old: String, new: String)
    /// A setting that only some levels depend on.
    case levels(setting: String, [Int])
    case layoutAdded(String)
    case layoutRemoved(String)
    case thumbnails
    case descriptor
    /// The key differs, and nothing tells in what.
    case unknown
    case damaged(String)

    package var description: String {
        switch self {
        case .new: "new"
        case .forced: "forced"
        case .sourceChanged: "source changed"
        case .versions(let change): change
        case .setting(let name, let old, let new): "\(name) changed: \(old) -> \(new)"
        case .layoutAdded(let name): "layout \(name) added"
        case .layoutRemoved(let name): "layout \(name) removed"
        case .levels(let setting, let numbers):
            "\(setting) changed: level\(numbers.count == 1 ? "" : "s") "
                + numbers.map(String.init).joined(separator: ", ")
        case .thumbnails: "thumbnail settings"
        case .descriptor: "descriptor only"
        case .unknown: "settings changed"
        case .damaged(let what): "damaged: \(what)"
        }
    }
}
