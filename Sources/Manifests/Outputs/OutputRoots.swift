/// The output root of each manifest of a run.
struct OutputRoots {
    /// One a manifest, in their order. Two paths to one folder have become one path: the first.
    let roots: [OutputRoot]
    let diagnostics: [Diagnostic]

    /// `option` is `--output`, which goes before what the manifests say.
    init(_ option: String?, of manifests: [Manifest]) {
        var first: [ExactText: OutputRoot] = [:]
        var roots: [OutputRoot] = []
        var diagnostics: [Diagnostic] = []
        if let option, option.isEmpty {
            let message = "the path is empty"
            diagnostics.append(Diagnostic(file: "--output", severity: .error, message: message))
        }
        for manifest in manifests {
            let root: OutputRoot
            if let option {
                root = OutputRoot(option)
            } else if let output = manifest.output.given {
                let folder = ManifestFolder(ofManifest: manifest.text.path)
                root = OutputRoot(folder.path(to: output.value))
            } else {
                if manifest.output.isAbsent {
                    diagnostics.append(
                        manifest.place.error(
                            "'output' is missing; say where the tiles go, here or with --output"))
                }
                // Unknown, so shared with no other manifest.
                root = OutputRoot(unknownOf: manifest.text.path)
            }
            let known = first[root.identity] ?? root
            first[root.identity] = known
            roots.append(known)
        }
        self.roots = roots
        self.diagnostics = diagnostics
    }
}
