import Glibc

/// The folder that a manifest's images are written to.
struct OutputRoot: Sendable {
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
