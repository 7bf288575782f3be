import Manifests
import Pipeline
import TilePyramid

/// The images of the manifests that a run is about.
struct ImageSelection: Sendable {
    /// In the order of the manifests.
    let jobs: [Job]
    /// Sources that are no image, because no file is there.
    let unmatched: [UnmatchedSource]
    /// The manifests' places on the command line.
    private let places: [String: Int]

    /// - Parameters:
    ///   - only: patterns for the names; without any, all images are meant.
    ///   - order: the manifests as they were given.
    /// - Throws: `CommandFailure.rejected` when a pattern matches no image.
    init(of manifests: ManifestSet, only: [NamePattern], order: [String]) throws(CommandFailure) {
        for pattern in only where !manifests.jobs.contains(where: { pattern.matches($0.name) }) {
            let hint = Suggestion.hint(for: pattern.text, among: manifests.jobs.map(\.name))
            throw .rejected("no image's name matches '\(pattern.text)' of '--only'\(hint)")
        }
        jobs =
            only.isEmpty
            ? manifests.jobs
            : manifests.jobs.filter { job in only.contains { $0.matches(job.name) } }
        unmatched = only.isEmpty ? manifests.unmatched : []
        places = Dictionary(zip(order, 0...), uniquingKeysWith: { first, _ in first })
    }

    /// What came of `jobs` with what came of `unmatched` between, where the manifests list them.
    func merged<Result: ManifestPlaced>(
        _ results: [Result], else unmatchedResult: (UnmatchedSource) -> Result
    ) -> [Result] {
        var merged: [Result] = []
        var waiting = unmatched[...]
        for result in results {
            while let source = waiting.first, precedes(source.origin, result.origin) {
                merged.append(unmatchedResult(source))
                waiting.removeFirst()
            }
            merged.append(result)
        }
        return merged + waiting.map(unmatchedResult)
    }

    func merged(_ outcomes: [JobOutcome]) -> [JobOutcome] { merged(outcomes, else: \.outcome) }

    private func precedes(_ a: ManifestOrigin, _ b: ManifestOrigin) -> Bool {
        (places[a.file] ?? 0, a.line) < (places[b.file] ?? 0, b.line)
    }
}

/// Something that belongs to a place in a manifest.
protocol ManifestPlaced {
    var origin: ManifestOrigin { get }
}

extension JobOutcome: ManifestPlaced {}

extension UnmatchedSource {
    /// One failed image that stands for those that the pattern should have found.
    var outcome: JobOutcome {
        JobOutcome(
            name: pattern, origin: origin, source: pattern, output: output, status: .failed,
            error: reason)
    }
}

extension ManifestSet {
    /// What each manifest lists, in the order of their paths.
    var listings: [ManifestListing] {
        let names = Dictionary(grouping: jobs, by: \.origin.file).mapValues { $0.map(\.name) }
        let incomplete = Set(unmatched.map(\.origin.file))
        return outputs.sorted { $0.key < $1.key }.map { manifest, output in
            ManifestListing(
                manifest: manifest, output: output, names: names[manifest] ?? [],
                isComplete: !incomplete.contains(manifest))
        }
    }
}
