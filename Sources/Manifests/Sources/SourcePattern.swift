/// A `source` with wildcards in it, relative to a manifest's folder.
struct SourcePattern {
    let pattern: String
    let folder: ManifestFolder

    /// What a pattern finds.
    struct Findings {
        /// Paths relative to the manifest, in byte order.
        var paths: [String] = []
        /// Matches whose names are not UTF-8, with the bytes that are not escaped: `caf\xE9.jpg`.
        var unreadableNames: [String] = []
        /// Folders that could not be listed, and why.
        var unreadableFolders: [String] = []
    }

    /// Whether `source` has anything in it that matches more than itself.
    static func isPattern(_ source: String) -> Bool {
        source.split(separator: "/").contains { Wildcard(String($0)).isMagic }
    }

    /// The files that the pattern matches. Folders are left out; `**` is `*`.
    func matches() -> Findings {
        var findings = Findings()
        // A final slash asks for a folder, which no image is.
        guard !pattern.hasSuffix("/") else { return findings }
        let bytes = pattern.utf8
        let components = bytes.split(separator: UInt8(ascii: "/")).map {
            Wildcard(String(decoding: $0, as: UTF8.self))
        }
        walk(components[...], under: bytes.first == UInt8(ascii: "/") ? "/" : "", &findings)
        findings.paths.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        findings.unreadableNames.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return findings
    }

    /// Follows `components` from `path`, which is empty or ends with a slash.
    private func walk(
        _ components: ArraySlice<Wildcard>, under path: String, _ findings: inout Findings
    ) {
        guard let component = components.first else { return }
        let rest = components.dropFirst()
        guard component.isMagic else {
            take(path + component.literal, rest, &findings)
            return
        }
        let names: [[UInt8]]
        do throws(FolderListing.Unreadable) {
            names = try FolderListing.names(in: folder.path(to: path))
        } catch {
            findings.unreadableFolders.append(error.reason)
            return
        }
        for bytes in names {
            if let name = String(validating: bytes, as: UTF8.self) {
                if component.matches(name) { take(path + name, rest, &findings) }
            } else if component.matches(String(decoding: bytes, as: UTF8.self)) {
                findings.unreadableNames.append(path + Self.escaped(bytes))
            }
        }
    }

    private func take(
        _ path: String, _ rest: ArraySlice<Wildcard>, _ findings: inout Findings
    ) {
        let place = folder.path(to: path)
        if !rest.isEmpty {
            walk(rest, under: path + "/", &findings)
        } else if FolderListing.exists(place), !FolderListing.isFolder(place) {
            findings.paths.append(path)
        }
    }

    private static func escaped(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            (0x20...0x7E).contains(byte)
                ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
