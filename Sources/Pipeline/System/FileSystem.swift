import Files
import Glibc

/// The few file operations that publishing stands on, each checked.
enum FileSystem {
    /// Creates `path` below `folder` and writes it whole; it must not exist yet.
    static func create(_ path: String, in folder: FileDescriptor, bytes: UnsafeRawBufferPointer)
        throws(SystemError)
    {
        let shown = "\(folder.path)/\(path)"
        var fd: Int32
        repeat {
            fd = openat(folder.number, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        } while fd < 0 && errno == EINTR
        guard fd >= 0 else { throw SystemError("create", shown) }
        do throws(SystemError) {
            try write(bytes, to: fd, shown)
        } catch {
            close(fd)
            throw error
        }
        // After EINTR the descriptor is closed on Linux, and the data are as safe as ever.
        guard close(fd) == 0 || errno == EINTR else { throw SystemError("write", shown) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to fd: Int32, _ shown: String)
        throws(SystemError)
    {
        var rest = bytes
        while !rest.isEmpty {
            let written = Glibc.write(fd, rest.baseAddress, rest.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw SystemError("write", shown)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    static func write(_ bytes: [UInt8], to file: FileDescriptor) throws(SystemError) {
        let result: Result<Void, SystemError> = bytes.withUnsafeBytes { raw in
            Result { () throws(SystemError) in try write(raw, to: file.number, file.path) }
        }
        try result.get()
    }

    static func create(_ path: String, in folder: FileDescriptor, text: String)
        throws(SystemError)
    {
        try create(path, in: folder, bytes: [UInt8](text.utf8))
    }

    static func create(_ path: String, in folder: FileDescriptor, bytes: [UInt8])
        throws(SystemError)
    {
        let result: Result<Void, SystemError> = bytes.withUnsafeBytes { raw in
            Result { () throws(SystemError) in try create(path, in: folder, bytes: raw) }
        }
        try result.get()
    }

    /// Creates a folder; one that is there already is well.
    static func makeFolder(_ path: String, in folder: FileDescriptor? = nil) throws(SystemError) {
        guard mkdirat(folder?.number ?? AT_FDCWD, path, 0o777) != 0 else { return }
        let code = errno
        if code == EEXIST, try kind(of: path, in: folder) == .folder { return }
        throw SystemError(
            "create folder", folder.map { "\($0.path)/\(path)" } ?? path, code: code)
    }

    /// Creates a folder and those above it.
    static func makeFolders(_ path: String) throws(SystemError) {
        if path.isEmpty { return }
        if let kind = try kind(of: path), kind == .folder { return }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try makeFolders(String(path[..<slash]))
        }
        try makeFolder(path)
    }

    enum Kind { case folder, file, other }

    /// What stands at `path`, links followed; `nil` when nothing does.
    static func kind(of path: String, in folder: FileDescriptor? = nil) throws(SystemError)
        -> Kind?
    {
        var status = stat()
        guard fstatat(folder?.number ?? AT_FDCWD, path, &status, 0) == 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw SystemError(
                "look at", folder.map { "\($0.path)/\(path)" } ?? path, code: code)
        }
        return switch status.st_mode & S_IFMT {
        case S_IFDIR: .folder
        case S_IFREG: .file
        default: .other
        }
    }

    /// The names in a folder, sorted by their bytes, without `.` and `..`.
    static func names(in folder: FileDescriptor) throws(SystemError) -> [[CChar]] {
        let fd = openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard fd >= 0, let stream = fdopendir(fd) else {
            let error = SystemError("list", folder.path)
            if fd >= 0 { close(fd) }
            throw error
        }
        defer { closedir(stream) }
        var names: [[CChar]] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw SystemError("list", folder.path) }
                break
            }
            // SAFETY: `d_name` is an array of `char`, ended by 0.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { raw in
                Array(raw.bindMemory(to: CChar.self).prefix { $0 != 0 }) + [0]
            }
            if name != [46, 0] && name != [46, 46, 0] { names.append(name) }
        }
        return names.sorted { a, b in
            a.lazy.map(UInt8.init(bitPattern:)).lexicographicallyPrecedes(
                b.lazy.map(UInt8.init(bitPattern:)))
        }
    }

    /// A name for people to read; bytes that are not UTF-8 show as U+FFFD.
    static func text(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes a file or a whole tree; links are removed, never followed.
    static func removeTree(_ name: [CChar], in folder: FileDescriptor) throws(SystemError) {
        if unlinkat(folder.number, name, 0) == 0 || errno == ENOENT { return }
        let code = errno
        let shown = "\(folder.path)/\(text(name))"
        guard code == EISDIR || code == EPERM else {
            throw SystemError("remove", shown, code: code)
        }
        let inner = try FileDescriptor(
            openingBytes: name, in: folder, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW,
            toDo: "open folder")
        for entry in try names(in: inner) { try removeTree(entry, in: inner) }
        guard unlinkat(folder.number, name, AT_REMOVEDIR) == 0 || errno == ENOENT else {
            throw SystemError("remove", shown)
        }
    }

    static func removeTree(_ path: String, in folder: FileDescriptor) throws(SystemError) {
        try removeTree(path.utf8CString.map { $0 }, in: folder)
    }

    /// Replaces a file in one step: written beside it, then renamed over it.
    ///
    /// - Parameter isDurable: it has reached the disk when this returns.
    static func replace(
        _ path: String, in folder: FileDescriptor, bytes: [UInt8], via: String, isDurable: Bool
    ) throws(SystemError) {
        try removeTree(via, in: folder)
        do throws(SystemError) {
            try create(via, in: folder, bytes: bytes)
            if isDurable { try syncAll(on: folder) }
            try rename(via, path, in: folder)
        } catch {
            unlinkat(folder.number, via, 0)
            throw error
        }
        if isDurable { try syncNames(of: folder) }
    }

    /// The whole of a regular file, or `nil` where there is none.
    static func contents(_ path: String, in folder: FileDescriptor) throws(SystemError) -> [UInt8]?
    {
        let file: FileDescriptor
        do {
            // O_NONBLOCK: a pipe in its place must not be waited for.
            file = try FileDescriptor(
                opening: path, in: folder, flags: O_RDONLY | O_NONBLOCK, toDo: "read")
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return nil }
            throw error
        }
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw SystemError("read", file.path) }
        guard kind(status) == .file else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let start = filled
            let got = bytes.withUnsafeMutableBytes { raw in
                Glibc.read(file.number, raw.baseAddress.map { $0 + start }, raw.count - start)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw SystemError("read", file.path) }
            if got == 0 { break }
            filled += got
        }
        return Array(bytes[..<filled])
    }
}
