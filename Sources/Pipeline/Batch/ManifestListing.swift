import Glibc
import TilePyramid

/// What a manifest lists for an output, all of it, whatever a run is about. An image belongs to the
/// manifest that listed it last; what that one no longer lists may be pruned.
package struct ManifestListing: Sendable {
    /// The manifest's path as the user gave it.
    package let manifest: String
    /// The output root.
    package let output: String
    package let names: [String]
    /// Whether every pattern found files. Where one did not, a disk may be missing rather than the
    /// images.
    package let isComplete: Bool

    package init(manifest: String, output: String, names: [String], isComplete: Bool) {
        self.manifest = manifest
        self.output = output
        self.names = names
        self.isComplete = isComplete
    }
}

/// How a manifest is named in the state of an output: by its path relative to the output, so that
/// the name outlives a move of both together.
enum ManifestOwner {
    static func of(manifest: String, output: String) -> String {
        guard let manifest = components(manifest), let output = components(output) else {
            return manifest
        }
        let same = zip(manifest, output).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: output.count - same)
        return (up + manifest.dropFirst(same)).joined(separator: "/")
    }

    /// Of the absolute path with links followed; `nil` for what is not there.
    private static func components(_ path: String) -> [String]? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real).split(separator: "/").map(String.init)
    }
}
