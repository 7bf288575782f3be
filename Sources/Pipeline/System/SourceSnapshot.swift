import Glibc
import TilePyramid

/// What a source file was when it was read: its digest, and what tells whether it has changed
/// since.
struct SourceSnapshot: Hashable, Sendable {
    let sha256: String
    /// Size in bytes.
    let size: Int
    private let identity: Identity

    private struct Identity: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64
        let size: Int
        let modified: [Int]
        let changed: [Int]

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
            changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
        }
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
        let before = try Self.status(of: file)
        switch before.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw SourceFailure.isFolder
        default: throw SourceFailure.notAFile
        }
        if before.st_size == 0 { throw SourceFailure.empty }

        let hash = SHA256()
        let chunk = 1 << 20
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: chunk, alignment: 64)
        defer { buffer.deallocate() }
        while true {
            if isCancelled() { throw Cancelled() }
            let got = read(file.number, buffer, chunk)
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw SystemError("read", path) }
            if got == 0 { break }
            hash.update(UnsafeRawBufferPointer(start: buffer, count: got))
        }
        sha256 = hash.finish()
        identity = Identity(before)
        size = identity.size
        guard Identity(try Self.status(of: file)) == identity else {
            throw SourceFailure.changedWhileRead
        }
    }

    /// - Throws: `SourceFailure.changedWhileRead` when the file at `path` is no longer the one
    ///   that was read.
    func check(_ path: String) throws {
        var now = stat()
        guard stat(path, &now) == 0, Identity(now) == identity else {
            throw SourceFailure.changedWhileRead
        }
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
