import TilePyramid

/// What a build would do, image by image.
public struct BatchPlan: Sendable {
    public struct Item: Sendable {
        public enum Verdict: Sendable {
            case current
            /// The reasons are in no need of being one: several settings may have changed.
            case due([DueReason])
            /// It would fail, and why.
            case fails(String)
        }

        public let name: String
        public let origin: ManifestOrigin
        /// The source's path relative to the manifest.
        public let source: String
        public let output: String
        public let verdict: Verdict

        public init(
            name: String, origin: ManifestOrigin, source: String, output: String, verdict: Verdict
        ) {
            self.name = name
            self.origin = origin
            self.source = source
            self.output = output
            self.verdict = verdict
        }

        public var isDue: Bool { if case .due = verdict { true } else { false } }
        public var fails: Bool { if case .fails = verdict { true } else { false } }
    }

    /// In the order of the manifests.
    public let items: [Item]
    /// Images that their manifest no longer lists.
    public let unlisted: [UnlistedImage]

    public init(items: [Item], unlisted: [UnlistedImage]) {
        self.items = items
        self.unlisted = unlisted
    }
}
