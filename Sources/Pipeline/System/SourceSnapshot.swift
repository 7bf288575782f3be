import Glibc
import TilePyramid

/// What a source file was when it was read: its digest, and what tells whether it has changed
/// since.
struct SourceSnapshot: Hashable, Sendable {
    let sha256: String
    let identity: FileIdentity
    /// When reading began, by the wall clock.
    let readAt: Int

    /// A file that was read by an earlier run and is the same by all that `stat` tells.
    init(remembered sha256: String, identity: FileIdentity, readAt: Int) {
        self.sha256 = sha256
        self.identity = identity
        self.readAt = readAt
    }

    /// Size in bytes.
    var size: Int { identity.size }

    /// What a source is now, without reading it.
    ///
    /// - Throws: `SourceFailure` when it is missing, empty or no regular file.
    static func identity(of path: String) throws -> FileIdentity {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SourceFailure(opening: SystemError("look at", path))
        }
        return try identity(status)
    }

    private static func identity(_ status: stat) throws -> FileIdentity {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw SourceFailure.isFolder
        default: throw SourceFailure.notAFile
        }
        if status.st_size == 0 { throw SourceFailure.empty }
        return FileIdentity(status)
    }

    /// Reads the whole file once.
    ///
    /// - Throws: `SourceFailure` when it is missing, a folder, not a regular file, unreadable, or
    ///   changes while it is read.
    init(reading path: String, isCancelled: () -> Bool) throws {
        // O_NONBLOCK: a pipe must be refused, not waited for.
        let file: FileDescriptor
        do {
            file = try FileDescriptor(
                opening: path, flags: O_RDONLY | O_NONBLOCK, toDo: "read")
        } catch {
            throw SourceFailure(opening: error)
        }
        readAt = wallClock()
        identity = try Self.identity(Self.status(of: file))
        sha256 = try Self.digest(of: file, isCancelled: isCancelled)
        guard FileIdentity(try Self.status(of: file)) == identity else {
            throw SourceFailure.changedWhileRead
        }
    }

    /// - Throws: `SourceFailure.changedWhileRead` when the file at `path` is no longer the one
    ///   that was read.
    func check(_ path: String, isCancelled: () -> Bool) throws {
        var now = stat()
        guard stat(path, &now) == 0, FileIdentity(now) == identity else {
            throw SourceFailure.changedWhileRead
        }
        // Written within one step of the clock of being read: `stat` may not tell a later change.
        if identity.changed >= readAt - 20_000_000,
            try SourceSnapshot(reading: path, isCancelled: isCancelled).sha256 != sha256
        {
            throw SourceFailure.changedWhileRead
        }
    }

    private static func digest(of file: FileDescriptor, isCancelled: () -> Bool) throws -> String {
        let hash = SHA256()
        let chunk = 1 << 20
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: chunk, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            if isCancelled() { throw Cancelled() }
            let got = read(file.number, buffer, chunk)
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw SystemError("read", file.path) }
            if got == 0 { break }
            hash.update(UnsafeRawBufferPointer(start: buffer, count: got))
        }
        return hash.finish()
    }

    private static func status(of file: FileDescriptor) throws -> stat {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemError("look at", file.path) }
        return status
    }
}

/// A source that cannot be cut, for a reason that needs no decoder.
enum SourceFailure: Error, CustomStringConvertible {
    case missing
    case isFolder
    case notAFile
    case empty
    case changedWhileRead
    case unreadable(String)
    case wrongDigest(expected: String, found: String)
    case tooManyPixels(size: PixelSize, limit: Int)
    case tooManyTiles(count: Int, limit: Int)
    case tooLittleMemory(needed: Int, limit: Int)

    init(opening error: SystemError) {
        self =
            switch error.code {
            case ENOENT, ENOTDIR: .missing
            default: .unreadable(SystemError.text(error.code))
            }
    }

    var description: String {
        switch self {
        case .missing: "no such file"
        case .isFolder: "is a folder; a source is an image file or a glob such as photos/*.jpg"
        case .notAFile: "is not a regular file"
        case .empty: "is empty (0 bytes)"
        case .changedWhileRead: "changed while it was read; run again when it is at rest"
        case .unreadable(let why): "cannot be read: \(why)"
        case .wrongDigest(let expected, let found):
            "its SHA-256 is \(found), but the manifest pins \(expected)"
        case .tooManyPixels(let size, let limit):
            "\(size.width) x \(size.height) is more than the \(limit) pixels that 'maxPixels' allows"
        case .tooManyTiles(let count, let limit):
            "would make \(count) tiles, more than the \(limit) that 'maxTiles' allows"
        case .tooLittleMemory(let needed, let limit):
            "needs \(needed >> 20) MiB for its rows, more than the \(limit >> 20) MiB that "
                + "--memory allows; raise it or use smaller tiles"
        }
    }
}

/// The run was asked to stop; nobody's fault, and not reported as one.
struct Cancelled: Error {}
