import TilePyramid

/// What a whole run did: totals, and each image in the order of the manifests.
package struct Report: Sendable {
    package let version: String
    package let outcomes: [JobOutcome]
    /// Images that their manifest no longer lists.
    package let unlisted: [UnlistedImage]
    /// Time of the whole run.
    package let seconds: Double
    /// Whether the run was asked to stop before its end.
    package let wasCancelled: Bool

    package init(
        version: String, outcomes: [JobOutcome], unlisted: [UnlistedImage] = [], seconds: Double,
        wasCancelled: Bool
    ) {
        self.version = version
        self.outcomes = outcomes
        self.unlisted = unlisted
        self.seconds = seconds
        self.wasCancelled = wasCancelled
    }

    package func count(_ status: JobOutcome.Status) -> Int {
        outcomes.count { $0.status == status }
    }

    package var tiles: Int { outcomes.map(\.tiles).reduce(0, +) }
    package var bytes: Int { outcomes.map(\.bytes).reduce(0, +) }

    /// The report as JSON; `seconds` in milliseconds' precision.
    package var json: JSONText {
        .object([
            ("formatVersion", .integer(1)),
            ("tilecut", .string(version)),
            (
                "totals",
                .inlineObject([
                    ("images", .integer(outcomes.count)),
                    ("cut", .integer(count(.cut))),
                    ("unchanged", .integer(count(.unchanged))),
                    ("failed", .integer(count(.failed))),
                    ("skipped", .integer(count(.skipped))),
                    ("tiles", .integer(tiles)),
                    ("bytes", .integer(bytes)),
                    ("seconds", Self.seconds(seconds)),
                ])
            ),
            ("cancelled", .bool(wasCancelled)),
            ("images", .lines(outcomes.map(Self.json))),
            ("unlisted", .lines(unlisted.map { .inlineObject($0.members) })),
        ])
    }

    private static func json(_ outcome: JobOutcome) -> JSONText {
        var members: [(key: String, value: JSONText)] = [
            ("name", .string(outcome.name)),
            ("manifest", .string(outcome.origin.description)),
            ("source", .string(outcome.source)),
            ("output", .string(outcome.output)),
            ("status", .string(outcome.status.rawValue)),
            ("tiles", .integer(outcome.tiles)),
            ("bytes", .integer(outcome.bytes)),
            ("seconds", seconds(outcome.seconds)),
            ("error", outcome.error.map { .string($0) } ?? .null),
        ]
        if !outcome.warnings.isEmpty {
            members.append(("warnings", .inlineArray(outcome.warnings.map { .string($0) })))
        }
        return .inlineObject(members)
    }

    private static func seconds(_ seconds: Double) -> JSONText {
        .number((seconds * 1000).rounded() / 1000)
    }
}
