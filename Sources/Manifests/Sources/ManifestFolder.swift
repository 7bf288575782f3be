/// The folder that a manifest stands in, as far as the manifest's path names it. What a manifest
/// says is relative to it.
struct ManifestFolder: Sendable {
    /// Empty, or with a final slash: `manifests/`.
    let prefix: String

    init(ofManifest path: String) {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
            self.prefix = ""
            return
        }
        self.prefix = Self.tidied(String(path[...slash]))
    }

    /// `path`, which is relative to the folder or absolute, as it can be opened.
    func path(to path: String) -> String {
        path.utf8.first == UInt8(ascii: "/") ? path : prefix + path
    }

    /// `path` without `.` components and doubled slashes. `..` stays: what it means depends on
    /// links.
    static func tidied(_ path: String) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var kept: [String] = []
        for (index, part) in parts.enumerated() {
            let isFirst = index == 0
            let isLast = index == parts.count - 1
            if part.elementsEqual(".".utf8) && !(isLast && kept.isEmpty) { continue }
            if part.isEmpty && !isFirst && !isLast { continue }
            kept.append(String(decoding: part, as: UTF8.self))
        }
        return kept.joined(separator: "/")
    }
}

extension String {
    /// The last component of a path, its last extension removed: `archive.tar` of
    /// `photos/archive.tar.gz`. A dot at the start is no extension's.
    var fileStem: String {
        let file = utf8.split(separator: UInt8(ascii: "/")).last ?? Substring(self).utf8
        guard let dot = file.lastIndex(of: UInt8(ascii: ".")), dot != file.startIndex else {
            return String(decoding: file, as: UTF8.self)
        }
        return String(decoding: file[..<dot], as: UTF8.self)
    }
}
