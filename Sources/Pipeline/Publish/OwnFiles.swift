import Files
import TilePyramid

/// The files in a published folder that tilecut made. Everything else there is somebody's, and
/// stays.
struct OwnFiles: Sendable {
    /// Checksums of paths: compared by bytes, and small where there are millions.
    private var paths: Set<Checksum> = []
    private var folders: Set<Checksum> = []

    init(_ inventory: Inventory) {
        for entry in inventory { add(entry.path) }
    }

    /// What a folder without an inventory should hold, by its descriptor.
    ///
    /// - Returns: `nil` for a descriptor that no image can have.
    init?(_ descriptor: Descriptor) {
        guard let tiles = descriptor.tileCount, tiles <= 100_000_000 else { return nil }
        descriptor.forEachPath { add($0) }
    }

    func contains(_ path: [UInt8]) -> Bool { paths.contains(Checksum(path)) }

    func containsFolder(_ path: [UInt8]) -> Bool { folders.contains(Checksum(path)) }

    private mutating func add(_ path: String) {
        paths.insert(Checksum(path))
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            guard folders.insert(Checksum(String(folder))).inserted else { break }
        }
    }
}

extension OutputFolder {
    /// The files of `name` that tilecut made; `nil` where nothing tells.
    ///
    /// - Parameter record: what is remembered of the image, for a descriptor that is damaged.
    func ownFiles(of name: String, record: ImageRecord?) throws(SystemError) -> OwnFiles? {
        let descriptor = try descriptor(of: name)
        if let key = descriptor?.key ?? record?.key,
            let inventory = try inventory(of: name, key: key)
        {
            return OwnFiles(inventory)
        }
        guard let descriptor, descriptor.name.utf8.elementsEqual(name.utf8) else { return nil }
        return OwnFiles(descriptor)
    }
}

extension Descriptor {
    /// The paths of all files that it names, and its own; for a descriptor with a `tileCount`.
    func forEachPath(_ visit: (String) -> Void) {
        for layout in layouts {
            let paths = layout.paths(name: name, imageSize: imageSize)
            for level in layout.levels {
                for y in 0..<level.rows {
                    for x in 0..<level.columns {
                        visit(paths.path(of: TileIndex(x: x, y: y), in: level))
                    }
                }
            }
            if let sideFile = layout.sideFile { visit(sideFile) }
        }
        for thumbnail in thumbnails { visit(thumbnail.path) }
        visit(Self.fileName)
    }

    /// Tiles of all levels of all layouts; `nil` when the numbers are absurd.
    var tileCount: Int? {
        var count = 0
        for level in layouts.flatMap(\.levels) {
            let (tiles, overflows) = level.columns.multipliedReportingOverflow(by: level.rows)
            let (sum, carries) = count.addingReportingOverflow(tiles)
            guard level.columns > 0, level.rows > 0, !overflows, !carries else { return nil }
            count = sum
        }
        return count
    }
}

/// Files and folders that others put into an image's folder: they move along when it is swapped.
enum ForeignFiles {
    /// Gives what is not tilecut's in `old` the same place in `new`, as further names of the same
    /// files: whoever reads `old` loses nothing, and removing `old` takes nothing away.
    ///
    /// - Parameters:
    ///   - own: what tilecut made in `old`; `nil` when that is unknown: then what has a place in
    ///     `new` is taken for tilecut's.
    /// - Returns: how many files were carried over.
    /// - Throws: `PublishFailure` for a file that cannot move along.
    @discardableResult
    static func carry(from old: FileDescriptor, to new: FileDescriptor, own: OwnFiles?) throws
        -> Int
    {
        var foreign: [FileSystem.Entry] = []
        try FileSystem.walk(old) { entry in
            switch entry.kind {
            case .folder:
                if !(own?.containsFolder(entry.path) ?? false) { foreign.append(entry) }
            case .file, .other:
                if !(own?.contains(entry.path) ?? false) { foreign.append(entry) }
            }
        }
        var files = 0
        for entry in foreign {
            let shown = "\(old.path)/\(String(decoding: entry.path, as: UTF8.self))"
            do {
                try FileSystem.makeFolders(above: entry.path, in: new)
                if entry.kind == .folder {
                    // Without `own`, folders of dropped levels come along empty at worst.
                    if own != nil { try FileSystem.makeFolder(bytes: entry.path, in: new) }
                    continue
                }
                let isLinked = try FileSystem.link(entry.path, from: old, to: new)
                if !isLinked && own != nil { throw PublishFailure.inTheWay(shown) }
                files += isLinked ? 1 : 0
            } catch let error as SystemError {
                throw PublishFailure.cannotKeep(shown, error)
            }
        }
        return files
    }
}
