import CFileSystem
import Files
import Glibc

/// Looking at, linking and syncing what stands below a folder. Links are never followed here.
extension FileSystem {
    struct Entry {
        /// Bytes of the path below the folder that was walked; names need not be UTF-8.
        let path: [UInt8]
        let kind: Kind
        /// In bytes.
        let size: Int
    }

    /// Visits all that stands below `folder`, a folder before what is in it, names in byte order.
    static func walk(
        _ folder: FileDescriptor, below prefix: [UInt8] = [],
        visit: (Entry) throws(SystemError) -> Void
    ) throws(SystemError) {
        for name in try names(in: folder) {
            let path = prefix + name.dropLast().map(UInt8.init(bitPattern:))
            guard let status = try status(ofBytes: name, in: folder) else { continue }
            let kind = kind(status)
            try visit(Entry(path: path, kind: kind, size: Int(status.st_size)))
            if kind == .folder {
                let inner = try FileDescriptor(
                    openingBytes: name, in: folder, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
                    toDo: "open folder")
                try walk(inner, below: path + [UInt8(ascii: "/")], visit: visit)
            }
        }
    }

    /// What `lstat` says; `nil` when nothing stands there.
    static func status(of path: String, in folder: FileDescriptor? = nil) throws(SystemError)
        -> stat?
    {
        try status(ofBytes: path.utf8CString.map { $0 }, in: folder)
    }

    static func status(ofBytes path: [CChar], in folder: FileDescriptor?) throws(SystemError)
        -> stat?
    {
        var status = stat()
        if fstatat(folder?.number ?? AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            return status
        }
        let code = errno
        if code == ENOENT || code == ENOTDIR { return nil }
        throw SystemError("look at", shown(path, in: folder), code: code)
    }

    static func kind(_ status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: .folder
        case S_IFREG: .file
        default: .other
        }
    }

    /// Gives the file at `path` below `from` the same path below `to`, too.
    ///
    /// - Returns: whether it stands there now; not when something else did before.
    static func link(_ path: [UInt8], from: FileDescriptor, to: FileDescriptor)
        throws(SystemError) -> Bool
    {
        let name = cString(path)
        if linkat(from.number, name, to.number, name, 0) == 0 { return true }
        let code = errno
        guard code == EEXIST else {
            throw SystemError("link", shown(name, in: to), code: code)
        }
        let (old, new) = (try status(ofBytes: name, in: from), try status(ofBytes: name, in: to))
        return old?.st_ino == new?.st_ino
    }

    /// Creates the folders above the file at `path`.
    static func makeFolders(above path: [UInt8], in folder: FileDescriptor) throws(SystemError) {
        for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") {
            try makeFolder(bytes: Array(path[..<index]), in: folder)
        }
    }

    static func makeFolder(bytes path: [UInt8], in folder: FileDescriptor) throws(SystemError) {
        let name = cString(path)
        if mkdirat(folder.number, name, 0o777) == 0 { return }
        let code = errno
        if code == EEXIST, let status = try status(ofBytes: name, in: folder),
            kind(status) == .folder
        {
            return
        }
        throw SystemError("create folder", shown(name, in: folder), code: code)
    }

    static func rename(_ from: String, _ to: String, in folder: FileDescriptor)
        throws(SystemError)
    {
        guard renameat(folder.number, from, folder.number, to) == 0 else {
            throw SystemError("rename to", "\(folder.path)/\(to)")
        }
    }

    /// Waits until all that was written to the file system that `folder` is on has reached the
    /// disk.
    static func syncAll(on folder: FileDescriptor) throws(SystemError) {
        guard cfilesystem_sync(folder.number) == 0 else {
            throw SystemError("sync", folder.path)
        }
    }

    /// Waits until the names in `folder` have reached the disk.
    static func syncNames(of folder: FileDescriptor) throws(SystemError) {
        guard fsync(folder.number) == 0 || errno == EINVAL else {
            throw SystemError("sync", folder.path)
        }
    }

    private static func cString(_ path: [UInt8]) -> [CChar] {
        path.map(CChar.init(bitPattern:)) + [0]
    }

    private static func shown(_ path: [CChar], in folder: FileDescriptor?) -> String {
        folder.map { "\($0.path)/\(text(path))" } ?? text(path)
    }
}
