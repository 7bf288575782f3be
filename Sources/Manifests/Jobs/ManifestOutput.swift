import Glibc

/// The folder that a manifest's images are written to.
struct ManifestOutput: Sendable {
    /// As it is opened and shown.
    let path: String
    /// Absolute, links followed: equal for two paths to one folder, whether it exists yet or not.
    let resolvedPath: String

    var identity: ExactText { ExactText(resolvedPath) }

    init(_ path: String) {
        let tidied = ManifestFolder.tidied(path)
        // Without final slashes; but "/" is itself.
        let last = tidied.utf8.lastIndex { $0 != UInt8(ascii: "/") }
        self.path = last.map { String(decoding: tidied.utf8[...$0], as: UTF8.self) } ?? tidied
        self.resolvedPath = Self.resolved(self.path)
    }

    /// Stands for the root that the manifest at `path` does not say.
    init(unknownOf path: String) {
        self.path = ""
        self.resolvedPath = "\0" + path
    }

    /// The absolute path with links followed as far as it exists; what does not exist yet is
    /// added as written.
    private static func resolved(_ path: String) -> String {
        var existing = path.utf8.split(separator: UInt8(ascii: "/")).map {
            String(decoding: $0, as: UTF8.self)
        }
        let start = path.utf8.first == UInt8(ascii: "/") ? "/" : "./"
        var missing: [String] = []
        while true {
            if let real = realpath(start + existing.joined(separator: "/"), nil) {
                defer { free(real) }
                return missing.reversed().reduce(String(cString: real)) { path, component in
                    component == ".." ? parent(of: path) : path + "/" + component
                }
            }
            guard let last = existing.popLast() else { return path }
            missing.append(last)
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(path[..<slash])
    }
}

/// The output root of each manifest of a run.
struct ManifestOutputs {
    /// One a manifest, in their order. Two paths to one folder have become one path: the first.
    let roots: [ManifestOutput]
    let diagnostics: [Diagnostic]

    /// `option` is `--output`, which goes before what the manifests say.
    init(_ option: String?, of manifests: [Manifest]) {
        var first: [ExactText: ManifestOutput] = [:]
        var roots: [ManifestOutput] = []
        var diagnostics: [Diagnostic] = []
        if let option, option.isEmpty {
            let message = "the path is empty"
            diagnostics.append(Diagnostic(file: "--output", severity: .error, message: message))
        }
        for manifest in manifests {
            let root: ManifestOutput
            if let option {
                root = ManifestOutput(option)
            } else if let output = manifest.output.given {
                let folder = ManifestFolder(ofManifest: manifest.text.path)
                root = ManifestOutput(folder.path(to: output.value))
            } else {
                if manifest.output.isAbsent {
                    diagnostics.append(
                        manifest.place.error(
                            "'output' is missing; say where the tiles go, here or with --output"))
                }
                // Unknown, so shared with no other manifest.
                root = ManifestOutput(unknownOf: manifest.text.path)
            }
            let known = first[root.identity] ?? root
            first[root.identity] = known
            roots.append(known)
        }
        self.roots = roots
        self.diagnostics = diagnostics
    }
}
