import Files
import Glibc
import Raster
import Synchronization
import TilePyramid

/// An image's folder while it is built, out of sight in the output's staging area.
///
/// Workers write tiles at the same time; `seal` then checks that all are there and writes the
/// descriptor, and `publish` swaps the folder in whole.
final class StagedPyramid: Sendable {
    private struct Files {
        var tiles = 0
        var bytes = 0
        var thumbnails: [String: Inventory.Entry] = [:]
        /// Of levels that were taken over, in their order.
        var reused: [LevelID: [Inventory.Entry]] = [:]
    }

    /// A folder that is complete and what was written into it.
    struct Sealed: Sendable {
        let key: String
        let inventory: [UInt8]
        /// Folders below the image's, in byte order.
        let folders: [String]
        let descriptorChecksum: Checksum
        let catalogLine: String
        let tiles: Int
        let bytes: Int
    }

    let name: String
    /// Path of the folder, for temporary files of a decoder.
    let scratch: String
    private let root: OutputRoot
    private let folder: FileDescriptor
    private let written: WrittenTiles
    private let files = Mutex(Files())

    private static let scratchName = ".scratch"

    /// - Parameter levels: those that will be written.
    init(job: Job, levels: [CutLevel], root: OutputRoot) throws(SystemError) {
        name = job.name
        self.root = root
        written = WrittenTiles(levels: levels)
        let path = "\(OutputRoot.staging)/\(job.name)"
        try FileSystem.makeFolder(path, in: root.folder)
        folder = try FileDescriptor.folder(path, in: root.folder)
        try FileSystem.makeFolder(Self.scratchName, in: folder)
        scratch = "\(folder.path)/\(Self.scratchName)"
    }

    /// Writes one tile.
    func write(_ bytes: ByteBuffer, tile: TileIndex, of level: CutLevel) throws(SystemError) {
        let path = level.path(of: tile)
        do throws(SystemError) {
            try FileSystem.create(path, in: folder, bytes: bytes.bytes)
        } catch {
            guard error.isMissing else { throw error }
            // The first tile in its folder.
            try FileSystem.makeFolders(above: Array(path.utf8), in: folder)
            try FileSystem.create(path, in: folder, bytes: bytes.bytes)
        }
        written.enter(
            tile, of: level.id, size: bytes.count, checksum: Checksum(bytes.bytes))
        files.withLock {
            $0.tiles += 1
            $0.bytes += bytes.count
        }
    }

    /// Writes one thumbnail.
    func write(_ bytes: ByteBuffer, thumbnail: ThumbnailSpec) throws(SystemError) {
        try FileSystem.create(thumbnail.path, in: folder, bytes: bytes.bytes)
        let entry = Inventory.Entry(
            part: .thumbnail, path: thumbnail.path, size: bytes.count,
            checksum: Checksum(bytes.bytes))
        files.withLock {
            $0.bytes += bytes.count
            $0.thumbnails[entry.path] = entry
        }
    }

    /// Takes files over from the published folder, as further names of the same files.
    ///
    /// - Throws: `ReuseFailure` when one is not as it was published.
    func reuse(_ files: ReusedFiles) throws {
        let published = try FileDescriptor.folder(name, in: root.folder)
        for entry in files.entries {
            let path = Array(entry.path.utf8)
            try FileSystem.makeFolders(above: path, in: folder)
            let isLinked = try FileSystem.link(path, from: published, to: folder)
            let status = try FileSystem.status(of: entry.path, in: folder)
            guard isLinked, let status, FileSystem.kind(status) == .file,
                Int(status.st_size) == entry.size
            else { throw ReuseFailure(path: entry.path) }
            self.files.withLock { files in
                switch entry.part {
                case .level(let id): files.reused[id, default: []].append(entry)
                case .thumbnail: files.thumbnails[entry.path] = entry
                case .sideFile, .descriptor: break
                }
            }
        }
    }

    /// Checks that every tile is there and writes the side files and, last, the descriptor.
    ///
    /// - Parameter damage: of a source whose damage is kept.
    /// - Throws: `PublishFailure.tilesMissing` or `SystemError`.
    func seal(
        _ job: Job, imageSize: PixelSize, _ source: SourceSnapshot, damage: String?, key: String
    ) throws -> Sealed {
        let levels = job.cutLevels(of: imageSize)
        let facts = ImageFacts(
            name: job.name, size: imageSize, fileExtension: job.tiles.fileExtension)
        let descriptor = Descriptor(
            job: job, imageSize: imageSize, sourceSHA256: source.sha256,
            damage: damage, key: key)
        let done = files.withLock { $0 }
        let expected = levels.map(\.level.tileCount).reduce(0, +)
        let fresh = written.counts
        let there = fresh.written + done.reused.values.map(\.count).reduce(0, +)
        guard fresh.written == fresh.expected, there == expected,
            descriptor.thumbnails.allSatisfy({ done.thumbnails[$0.path] != nil })
        else { throw PublishFailure.tilesMissing(written: there, of: expected) }

        try FileSystem.removeTree(Self.scratchName, in: folder)
        var inventory = InventoryText(name: name, key: descriptor.key)
        for level in levels {
            for entry in done.reused[level.id] ?? written.entries(of: level.id) {
                inventory.append(entry)
            }
        }
        var bytes = done.bytes
        for file in job.layouts.compactMap({ $0.sideFile(of: facts) }) {
            let entry = try write(file.text, at: file.path, part: .sideFile)
            inventory.append(entry)
            bytes += entry.size
        }
        for thumbnail in descriptor.thumbnails {
            if let entry = done.thumbnails[thumbnail.path] { inventory.append(entry) }
        }
        let entry = try write(
            descriptor.json.document, at: Descriptor.fileName, part: .descriptor)
        inventory.append(entry)
        return Sealed(
            key: descriptor.key, inventory: inventory.ended,
            folders: inventory.sortedFolders, descriptorChecksum: entry.checksum,
            catalogLine: Catalog.Entry(descriptor).line, tiles: done.tiles,
            bytes: bytes + entry.size)
    }

    private func write(_ text: String, at path: String, part: Inventory.Part) throws(SystemError)
        -> Inventory.Entry
    {
        let bytes = Array(text.utf8)
        try FileSystem.makeFolders(above: Array(path.utf8), in: folder)
        try FileSystem.create(path, in: folder, bytes: bytes)
        return Inventory.Entry(
            part: part, path: path, size: bytes.count, checksum: Checksum(bytes))
    }

    /// Swaps the folder in for the published one and removes that.
    ///
    /// - Returns: a fault in removing the old folder, which the next run sweeps.
    /// - Throws: `PublishFailure` or `SystemError`; what was published is then as it was.
    func publish(_ sealed: Sealed) throws -> SystemError? {
        try Publication(name: name, key: sealed.key, root: root).swapIn(
            folder, inventory: sealed.inventory)
    }
}

/// Files of a published image that a new cut would make just so.
struct ReusedFiles: Sendable {
    let entries: [Inventory.Entry]
}

/// A published file that was to be reused is missing or not as it was published.
struct ReuseFailure: Error {
    let path: String
}
