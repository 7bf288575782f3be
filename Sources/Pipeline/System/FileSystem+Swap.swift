import CFileSystem
import Files
import Glibc

/// The renames that make a change visible in one step.
extension FileSystem {
    /// Moves `from` to `to`, where nothing stands yet.
    static func renameNew(_ from: String, _ to: String, in folder: FileDescriptor)
        throws(SystemError)
    {
        if cfilesystem_rename_new(folder.number, from, to) == 0 { return }
        if !isUnsupported(errno) { throw SystemError("rename to", "\(folder.path)/\(to)") }
        guard renameat(folder.number, from, folder.number, to) == 0 else {
            throw SystemError("rename to", "\(folder.path)/\(to)")
        }
    }

    /// Swaps two folders. Where the file system cannot do that in one step, the old one is renamed
    /// aside, the new one in, and the old one to where the new one was.
    ///
    /// - Parameter aside: a free path for that.
    /// - Returns: where the old one is now.
    static func exchange(
        _ new: String, _ old: String, aside: String, in folder: FileDescriptor
    ) throws(SystemError) -> String {
        if cfilesystem_exchange(folder.number, new, old) == 0 { return new }
        if !isUnsupported(errno) { throw SystemError("swap in", "\(folder.path)/\(old)") }
        guard renameat(folder.number, old, folder.number, aside) == 0 else {
            throw SystemError("rename aside", "\(folder.path)/\(old)")
        }
        guard renameat(folder.number, new, folder.number, old) == 0 else {
            let error = SystemError("rename to", "\(folder.path)/\(old)")
            guard renameat(folder.number, aside, folder.number, old) == 0 else {
                throw SystemError("put back", "\(folder.path)/\(old)")
            }
            throw error
        }
        return renameat(folder.number, aside, folder.number, new) == 0 ? new : aside
    }

    private static func isUnsupported(_ code: Int32) -> Bool {
        code == EINVAL || code == ENOSYS || code == ENOTSUP
    }
}
