import TilePyramid

/// What all manifests of a run say: the images to cut, or why the manifests are rejected.
///
/// The stages: bytes -> YAML events -> nodes with places -> typed values -> rules -> jobs. Every
/// stage reports all that it finds, and one fault is reported once.
package struct ManifestSet: Sendable {
    /// In the order of the command line and of the manifests; the matches of a pattern in byte
    /// order. Empty when the manifests are rejected.
    package let jobs: [Job]
    /// Patterns that match no file, in the same order: each becomes one failed image.
    package let unmatched: [UnmatchedSource]
    /// The output root of each manifest that could be read, by the manifest's path as it was given.
    package let outputs: [String: String]
    /// Sorted by file, in the order of the command line, then by line and column.
    package let diagnostics: [Diagnostic]

    /// Something is wrong in a manifest; nothing may be cut.
    package var isRejected: Bool { diagnostics.contains { $0.severity == .error } }

    /// Reads the manifests at `paths`. `output`, when given, goes before what manifests say; it is
    /// relative to the working directory, theirs to the manifest.
    package static func read(_ paths: [String], output: String?) -> ManifestSet {
        var findings = Findings()
        var manifests: [Manifest] = []
        var seen: Set<ManifestFile.Identity> = []
        for path in paths {
            findings.start(path)
            do throws(ManifestFile.Unreadable) {
                let (bytes, identity) = try ManifestFile.read(path)
                guard seen.insert(identity).inserted else {
                    throw ManifestFile.Unreadable(reason: "the manifest is given more than once")
                }
                let (manifest, diagnostics) = Manifest.read(SourceText(path: path, bytes: bytes))
                findings.add(diagnostics)
                if let manifest { manifests.append(manifest) }
            } catch {
                findings.add([
                    Diagnostic(file: path, severity: .error, message: error.reason)
                ])
            }
        }
        let roots = ManifestOutputs(output, of: manifests)
        findings.add(roots.diagnostics)
        findings.add(
            manifests.flatMap { manifest in Rules.ofManifests.flatMap { $0.check(manifest) } })
        let images = zip(manifests, roots.roots).flatMap { manifest, root in
            manifest.entries.map { PlacedEntry($0, in: manifest, root: root) }
        }
        findings.add(images.flatMap(\.diagnostics))
        // Findings are sorted in the end, so the order of the groups does not show.
        for group in Dictionary(grouping: images, by: \.root.identity).values {
            let named = group.flatMap(\.images)
            findings.add(Rules.ofOutputs.flatMap { $0.check(named) })
            findings.add(
                OutputRules.OutputsDoNotNest.check(named, of: group[0].root, beside: roots.roots))
        }
        let outputs = zip(manifests, roots.roots).map { ($0.text.path, $1.path) }
        return make(
            images, findings.sorted,
            outputs: Dictionary(outputs, uniquingKeysWith: { first, _ in first }))
    }

    private static func make(
        _ entries: [PlacedEntry], _ diagnostics: [Diagnostic], outputs: [String: String]
    ) -> ManifestSet {
        let isRejected = diagnostics.contains { $0.severity == .error }
        let jobs = entries.flatMap { entry in
            entry.images.map { $0.job(output: entry.root.path) }
        }
        precondition(
            isRejected || jobs.allSatisfy { $0 != nil },
            "an image that cannot become a job has a finding that says why")
        return ManifestSet(
            jobs: isRejected ? [] : jobs.compactMap(\.self),
            unmatched: entries.flatMap(\.unmatched), outputs: outputs, diagnostics: diagnostics)
    }
}

/// A pattern that matches no file, or that could not be followed. No fault of the manifest: it
/// becomes one failed image when the run comes to it.
package struct UnmatchedSource: Hashable, Sendable {
    /// Where the manifest lists the pattern.
    package let origin: ManifestOrigin
    /// The `source` as written.
    package let pattern: String
    /// The output root of the images that it would have been.
    package let output: String
    /// What was the matter: `no file matches`, or a folder that cannot be read and why.
    package let reason: String
}

/// Collects the findings of a run: each once, sorted in the end.
private struct Findings {
    private var order: [ExactText: Int] = [:]
    private var found: Set<Diagnostic> = []

    /// `file` comes after the files that have been started.
    mutating func start(_ file: String) {
        let key = ExactText(file)
        if order[key] == nil { order[key] = order.count }
    }

    /// A value that several images share is judged with each of them; what is found of it is found
    /// once.
    mutating func add(_ diagnostics: [Diagnostic]) {
        found.formUnion(diagnostics)
    }

    /// By file, in the order in which they were started, then by place.
    var sorted: [Diagnostic] {
        found.map { (order[ExactText($0.file)] ?? order.count, $0) }
            .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : Diagnostic.precedes($0.1, $1.1) }
            .map(\.1)
    }
}
