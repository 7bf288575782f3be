import Files
import TilePyramid

/// Whether the files of a published image are there: by the times of its folders, and where these
/// have changed by the names and sizes of its files. What is in the files is `verify`'s to read.
struct PublishedCheck {
    let output: OutputFolder
    let name: String
    let published: PublishedImage

    /// - Returns: what is wrong, if anything; and otherwise the stamp to compare with next time.
    func damage() throws -> (damage: String?, stamp: PublishedStamp?) {
        if let stamp = published.stamp,
            let now = try PublishedStamp.foldersChecksum(of: name, stamp.folders, in: output),
            now == stamp.foldersChecksum,
            let descriptor = try PublishedStamp.descriptor(of: name, in: output)
        {
            return (
                nil,
                PublishedStamp(
                    descriptor: descriptor, descriptorChecksum: stamp.descriptorChecksum,
                    folders: stamp.folders, foldersChecksum: now)
            )
        }
        var files = ExpectedFiles()
        if let inventory = try output.inventory(of: name, key: published.key) {
            for entry in inventory { files.expect(entry.path, size: entry.size) }
        } else if let descriptor = try output.descriptor(of: name) {
            guard files.expect(descriptor) else { return ("absurd \(Descriptor.fileName)", nil) }
        }
        let folder = try FileDescriptor.folder(name, in: output.folder)
        try FileSystem.walk(folder) { entry in
            if entry.kind == .file { files.found(entry.path, size: entry.size) }
        }
        if let what = files.damage { return (what, nil) }
        return (
            nil,
            try PublishedStamp(
                of: name, folders: files.folders, descriptorChecksum: published.descriptorChecksum,
                in: output)
        )
    }
}

/// The files that an image should have, crossed off as they are found.
private struct ExpectedFiles {
    private var sizes: [Checksum: Int?] = [:]
    private var folderNames: Set<String> = []
    private var wrongSize = 0

    var folders: [String] { folderNames.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    mutating func expect(_ path: String, size: Int?) {
        sizes[Checksum(path)] = .some(size)
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            guard folderNames.insert(String(folder)).inserted else { break }
        }
    }

    /// - Returns: whether an image can have such a descriptor.
    mutating func expect(_ descriptor: Descriptor) -> Bool {
        guard let tiles = descriptor.tileCount, tiles <= 100_000_000 else { return false }
        descriptor.forEachPath { expect($0, size: nil) }
        return true
    }

    mutating func found(_ path: [UInt8], size: Int) {
        guard let expected = sizes.removeValue(forKey: Checksum(path)) else { return }
        if let expected, expected != size { wrongSize += 1 }
    }

    var damage: String? {
        func files(_ count: Int) -> String { "\(count) file\(count == 1 ? "" : "s")" }
        let parts = [
            sizes.isEmpty ? nil : "\(files(sizes.count)) missing",
            wrongSize == 0 ? nil : "\(files(wrongSize)) changed",
        ]
        let found = parts.compactMap(\.self)
        return found.isEmpty ? nil : found.joined(separator: ", ")
    }
}
