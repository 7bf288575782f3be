import Glibc

/// A source file, opened once: its digest, its headers and its pixels are all read through this
/// handle, so that they are one file's, whatever its path comes to mean.
///
/// Bytes are read by their place. There is no position that readers would share: any number of
/// them read at once, on any thread.
package final class OpenSource: Sendable {
    package let path: String
    /// What the file was when it was opened.
    package let identity: FileIdentity
    /// When that was, by the wall clock.
    package let openedAt: Int
    private let file: FileDescriptor

    /// - Throws: `SourceFailure` when it is missing, a folder, not a regular file, empty, or cannot
    ///   be read.
    package init(_ path: String) throws(SourceFailure) {
        do throws(SystemError) {
            // O_NONBLOCK: a pipe must be refused, not waited for.
            file = try FileDescriptor(
                opening: path, flags: O_RDONLY | O_NONBLOCK, toDo: "read")
        } catch {
            throw SourceFailure(opening: error)
        }
        self.path = path
        openedAt = wallClock()
        var status = stat()
        guard fstat(file.number, &status) == 0 else {
            throw SourceFailure(opening: SystemError("look at", path))
        }
        identity = try Self.identity(status)
    }

    /// Size in bytes, when it was opened; what was appended since is not read.
    package var size: Int { identity.size }

    /// The file's number, for C that reads by place. Valid as long as the handle is.
    package var descriptor: Int32 { file.number }

    /// Reads from `offset` on until `buffer` is full or the file ends.
    ///
    /// - Returns: the number of bytes read.
    package func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError)
        -> Int
    {
        var done = 0
        let wanted = min(buffer.count, size - offset)
        while done < wanted {
            let got = pread(
                file.number, buffer.baseAddress.map { $0 + done }, wanted - done,
                off_t(offset + done))
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw SystemError("read", path) }
            if got == 0 { break }
            done += got
        }
        return done
    }

    /// - Throws: `SourceFailure.changedWhileRead` when the file was written to since it was opened,
    ///   or when its path names another one or none. Two changes within one step of the file
    ///   system's clock look alike here.
    package func checkUnchanged() throws(SourceFailure) {
        var now = stat()
        // No other file can have the number of one that is held open.
        guard stat(path, &now) == 0, FileIdentity(now) == identity else {
            throw .changedWhileRead
        }
    }
}

extension OpenSource {
    /// What the file at a source's path is now, without opening it.
    ///
    /// - Throws: `SourceFailure` when it is missing, a folder, not a regular file, or empty.
    package static func identity(of path: String) throws(SourceFailure) -> FileIdentity {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SourceFailure(opening: SystemError("look at", path))
        }
        return try identity(status)
    }

    private static func identity(_ status: stat) throws(SourceFailure) -> FileIdentity {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isFolder
        default: throw .notAFile
        }
        if status.st_size == 0 { throw .empty }
        return FileIdentity(status)
    }
}

/// Why a file is no source, or is one no more.
package enum SourceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case missing
    case isFolder
    case notAFile
    case empty
    case changedWhileRead
    case unreadable(String)

    init(opening error: SystemError) {
        self = error.isMissing ? .missing : .unreadable(SystemError.text(error.code))
    }

    package var description: String {
        switch self {
        case .missing: "no such file"
        case .isFolder: "is a folder; a source is an image file or a glob such as photos/*.jpg"
        case .notAFile: "is not a regular file"
        case .empty: "is empty (0 bytes)"
        case .changedWhileRead: "changed while it was read; run again when it is at rest"
        case .unreadable(let why): "cannot be read: \(why)"
        }
    }
}
