import TilePyramid

/// A published image whose manifest no longer lists it.
package struct UnlistedImage: Hashable, Sendable {
    package enum Fate: Hashable, Sendable {
        case stays
        case removed
        /// Removed but for files that tilecut did not make.
        case removedButForForeignFiles(Int)
        /// Nothing tells which of the files there are tilecut's.
        case leftAlone
    }

    package let output: String
    package let name: String
    /// The manifest, as the user gave it.
    package let manifest: String
    package let fate: Fate
    /// Whether the manifest is known to be whole, so that what it does not list is really gone.
    let mayBeRemoved: Bool

    func with(_ fate: Fate) -> UnlistedImage {
        UnlistedImage(
            output: output, name: name, manifest: manifest, fate: fate,
            mayBeRemoved: mayBeRemoved)
    }

    /// In name order.
    static func all(_ listings: [ManifestListing], output: String, _ records: [ImageRecord])
        -> [UnlistedImage]
    {
        if records.isEmpty { return [] }
        var listed: Set<Checksum> = []
        var owners: [String: ManifestListing] = [:]
        for listing in listings {
            for name in listing.names { listed.insert(Checksum(name)) }
            owners[ManifestOwner.of(manifest: listing.manifest, output: output)] = listing
        }
        return records.compactMap { record in
            guard !listed.contains(Checksum(record.name)), let owner = owners[record.owner] else {
                return nil
            }
            return UnlistedImage(
                output: output, name: record.name, manifest: owner.manifest, fate: .stays,
                mayBeRemoved: owner.isComplete)
        }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// As reports have it.
    package var members: [(key: String, value: JSONText)] {
        let word =
            switch fate {
            case .stays: "stays"
            case .removed: "removed"
            case .removedButForForeignFiles: "foreign files stay"
            case .leftAlone: "left alone"
            }
        return [
            ("name", .string(name)), ("output", .string(output)),
            ("manifest", .string(manifest)), ("fate", .string(word)),
        ]
    }

    /// `out/a is no longer listed in europe.yaml`
    package var description: String {
        let image = "\(output)/\(name) is no longer listed in \(manifest)"
        switch fate {
        case .stays where !mayBeRemoved:
            return "\(image), where a pattern matches no file; it stays until all do"
        case .stays: return "\(image); --prune or 'tilecut prune' removes it"
        case .removed: return "\(image): removed"
        case .removedButForForeignFiles(let count):
            return "\(image): removed, but for \(count) file\(count == 1 ? "" : "s") there that "
                + "tilecut did not make"
        case .leftAlone:
            return "\(image); it was left alone, because nothing tells which files there are "
                + "tilecut's"
        }
    }
}
