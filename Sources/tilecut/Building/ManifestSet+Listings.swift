import Manifests
import Pipeline

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
