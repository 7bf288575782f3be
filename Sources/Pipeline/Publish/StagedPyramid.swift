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
    }

    let name: String
    /// Path of the folder, for temporary files of a decoder.
    let scratch: String
    private let root: OutputRoot
    private let folder: FileDescriptor
    private let written = Mutex(Written())

    private static let scratchName = ".scratch"

    init(job: Job, levels: [Level], root: OutputRoot) throws(SystemError) {
        name = job.name
        self.root = root
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
        written.withLock {
            $0.tiles += 1
            $0.bytes += bytes.count
        }
    }

    /// Writes one thumbnail.
    func write(_ bytes: ByteBuffer, thumbnail: ThumbnailSpec) throws(SystemError) {
        try FileSystem.create(thumbnail.path, in: folder, bytes: bytes.bytes)
        written.withLock { $0.bytes += bytes.count }
    }

    /// Checks that every tile of the descriptor was written and writes the descriptor itself.
    ///
    /// - Returns: how many tiles, and the bytes of all files.
    func seal(_ descriptor: Descriptor) throws -> (tiles: Int, bytes: Int) {
        let expected = descriptor.levels.map { $0.columns * $0.rows }.reduce(0, +)
        let done = written.withLock { $0 }
        guard done.tiles == expected else {
            preconditionFailure(
                "the bands of an image hold each tile once: \(done.tiles) of \(expected) written")
        }
        try FileSystem.removeTree(Self.scratchName, in: folder)
        let text = descriptor.json.document
        try FileSystem.create(Descriptor.fileName, in: folder, text: text)
        return (done.tiles, done.bytes + text.utf8.count)
    }

    /// Swaps the folder in for the published one and removes that.
    ///
    /// - Returns: a fault in removing the old folder, which the next run sweeps.
    /// - Throws: `PublishFailure` or `SystemError`; what was published is then as it was.
    func publish() throws -> SystemError? {
        let staged = "\(OutputRoot.staging)/\(name)"
        switch try FileSystem.kind(of: name, in: root.folder) {
        case nil:
            try FileSystem.renameNew(staged, name, in: root.folder)
        case .folder?:
            guard
                try FileSystem.kind(of: "\(name)/\(Descriptor.fileName)", in: root.folder) == .file
            else { throw PublishFailure.notOurs("\(root.path)/\(name)") }
            // A name never starts with a dot, so this is nobody else's.
            let aside = "\(OutputRoot.staging)/.\(name)"
            try FileSystem.exchange(staged, name, aside: aside, in: root.folder)
            do { try discard() } catch { return error }
        default:
            throw PublishFailure.notOurs("\(root.path)/\(name)")
        }
        return nil
    }

    /// Removes everything that was staged.
    func discard() throws(SystemError) {
        try FileSystem.removeTree("\(OutputRoot.staging)/\(name)", in: root.folder)
    }
}

/// Why a finished pyramid could not take its place.
enum PublishFailure: Error, CustomStringConvertible {
    case notOurs(String)

    var description: String {
        switch self {
        case .notOurs(let path):
            "\(path) exists and was not made by tilecut (it has no \(Descriptor.fileName)); "
                + "move it away or give the image another name"
        }
    }
}
