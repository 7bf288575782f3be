import Glibc

/// An open file, closed when it goes away; `flush()` reports what a silent close would lose.
package final class FileDescriptor: Sendable {
    package let number: Int32
    package let path: String

    /// Opens `path`, relative to `folder` where given.
    package convenience init(
        opening path: String, in folder: FileDescriptor? = nil, flags: Int32, mode: mode_t = 0o666,
        toDo operation: String
    ) throws(SystemError) {
        try self.init(
            openingBytes: path.utf8CString.map { $0 }, in: folder, flags: flags, mode: mode,
            toDo: operation)
    }

    /// Opens a name that need not be valid UTF-8, as a folder's listing gives it.
    package init(
        openingBytes name: [CChar], in folder: FileDescriptor? = nil, flags: Int32,
        mode: mode_t = 0o666, toDo operation: String
    ) throws(SystemError) {
        let path = String(
            decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let shown = folder.map { "\($0.path)/\(path)" } ?? path
        var fd: Int32
        repeat {
            fd = openat(folder?.number ?? AT_FDCWD, name, flags | O_CLOEXEC, mode)
        } while fd < 0 && errno == EINTR
        guard fd >= 0 else { throw SystemError(operation, shown) }
        number = fd
        self.path = shown
    }

    deinit { Glibc.close(number) }
}

extension FileDescriptor {
    /// Reports what closing would report of data that were written; the file stays open.
    package func flush() throws(SystemError) {
        let copy = dup(number)
        guard copy >= 0, Glibc.close(copy) == 0 || errno == EINTR else {
            throw SystemError("write", path)
        }
    }

    /// A folder, to work below it whatever its path has become.
    package static func folder(_ path: String, in parent: FileDescriptor? = nil) throws(SystemError)
        -> FileDescriptor
    {
        try FileDescriptor(
            opening: path, in: parent, flags: O_RDONLY | O_DIRECTORY, toDo: "open folder")
    }
}
