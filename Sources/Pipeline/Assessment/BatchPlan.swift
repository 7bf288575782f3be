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
