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
    private struct Written {
        var tiles = 0
        var bytes = 0
        var thumbnails: [String: Inventory.Entry] = [:]
        /// Of levels that were taken over, in their order.
        var reused: [Int: [Inventory.Entry]] = [:]
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
    private let ledger: TileLedger
    private let written = Mutex(Written())

    private static let scratchName = ".scratch"

    /// - Parameter levels: those that will be written.
    init(job: Job, levels: [Level], root: OutputRoot) throws(SystemError) {
        name = job.name
        self.root = root
        ledger = TileLedger(levels: levels)
        let path = "\(OutputRoot.staging)/\(job.name)"
        try FileSystem.makeFolder(path, in: root.folder)
        folder = try FileDescriptor.folder(path, in: root.folder)
        for coverage in Set(levels.map(\.coverage)) {
            try FileSystem.makeFolder(String(coverage), in: folder)
        }
        try FileSystem.makeFolder(Self.scratchName, in: folder)
        scratch = "\(folder.path)/\(Self.scratchName)"
    }

    /// Writes one tile.
    func write(_ bytes: ByteBuffer, tile: TileIndex, level: Level, extension ext: String)
        throws(SystemError)
    {
        let path = TiledLayout.path(name: name, level: level, tile: tile, extension: ext)
        try FileSystem.create(path, in: folder, bytes: bytes.bytes)
        ledger.enter(
            tile, level: level.number, size: bytes.count, checksum: Checksum(bytes.bytes))
        written.withLock {
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
        written.withLock {
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
            written.withLock { written in
                switch entry.part {
                case .level(let number): written.reused[number, default: []].append(entry)
                case .thumbnail: written.thumbnails[entry.path] = entry
                case .descriptor: break
                }
            }
        }
    }

    /// Checks that every tile of the descriptor is there and writes the descriptor itself.
    ///
    /// - Throws: `PublishFailure.tilesMissing` or `SystemError`.
    func seal(_ descriptor: Descriptor) throws -> Sealed {
        let done = written.withLock { $0 }
        let expected = descriptor.levels.map { $0.columns * $0.rows }.reduce(0, +)
        let fresh = ledger.counts
        let there = fresh.written + done.reused.values.map(\.count).reduce(0, +)
        guard fresh.written == fresh.expected, there == expected,
            descriptor.thumbnails.allSatisfy({ done.thumbnails[$0.path] != nil })
        else { throw PublishFailure.tilesMissing(written: there, of: expected) }

        try FileSystem.removeTree(Self.scratchName, in: folder)
        let text = Array(descriptor.json.document.utf8)
        try FileSystem.create(Descriptor.fileName, in: folder, bytes: text)

        var inventory = InventoryText(name: name, key: descriptor.key)
        for level in descriptor.levels {
            if let reused = done.reused[level.level] {
                for entry in reused { inventory.append(entry) }
            } else {
                for file in ledger.files(of: level.level) {
                    inventory.append(
                        Inventory.Entry(
                            part: .level(level.level),
                            path: descriptor.path(of: file.tile, in: level), size: file.size,
                            checksum: file.checksum))
                }
            }
        }
        for thumbnail in descriptor.thumbnails {
            if let entry = done.thumbnails[thumbnail.path] { inventory.append(entry) }
        }
        let checksum = Checksum(text)
        inventory.append(
            Inventory.Entry(
                part: .descriptor, path: Descriptor.fileName, size: text.count,
                checksum: checksum))
        return Sealed(
            key: descriptor.key, inventory: inventory.ended,
            folders: inventory.sortedFolders, descriptorChecksum: checksum,
            catalogLine: Catalog.Entry(descriptor).line, tiles: done.tiles,
            bytes: done.bytes + text.count)
    }

    /// Swaps the folder in for the published one and removes that.
    ///
    /// - Returns: a fault in removing the old folder, which the next run sweeps.
    /// - Throws: `PublishFailure` or `SystemError`; what was published is then as it was.
    func publish(_ sealed: Sealed) throws -> SystemError? {
        try Publication(name: name, key: sealed.key, root: root).swapIn(
            folder, inventory: sealed.inventory)
    }

    /// Removes everything that was staged.
    func discard() throws(SystemError) {
        try FileSystem.removeTree("\(OutputRoot.staging)/\(name)", in: root.folder)
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
