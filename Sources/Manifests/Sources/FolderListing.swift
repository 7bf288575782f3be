import Glibc

/// What the file system says, as far as patterns need it.
enum FolderListing {
    /// Why a folder cannot be listed.
    struct Unreadable: Error {
        let reason: String
    }

    /// The names in the folder at `path`, `.` and `..` left out, in no order; none where there is
    /// no such folder. A name may be any bytes.
    static func names(in path: String) throws(Unreadable) -> [[UInt8]] {
        guard let folder = opendir(path.isEmpty ? "." : path) else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw unreadable(path)
        }
        defer { closedir(folder) }
        var names: [[UInt8]] = []
        while true {
            errno = 0
            guard let entry = readdir(folder) else {
                guard errno == 0 else { throw unreadable(path) }
                return names
            }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                Array(bytes.prefix { $0 != 0 })
            }
            if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
        }
    }

    private static func unreadable(_ path: String) -> Unreadable {
        let folder = path.isEmpty ? "." : path
        return Unreadable(
            reason: "cannot read folder \(folder): \(String(cString: strerror(errno)))")
    }

    /// Whether something stands at `path`, be it a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether `path` is a folder, or a link to one.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
