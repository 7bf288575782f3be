import Files
import TilePyramid

/// Files and folders that others put into an image's folder: they move along when it is swapped.
enum ForeignFiles {
    /// Gives what is not tilecut's in `old` the same place in `new`, as further names of the same
    /// files: whoever reads `old` loses nothing, and removing `old` takes nothing away.
    ///
    /// - Parameters:
    ///   - own: what tilecut made in `old`; `nil` when that is unknown: then what has a place in
    ///     `new` is taken for tilecut's.
    /// - Returns: how many files were carried over.
    /// - Throws: `PublishFailure` for a file that cannot move along.
    @discardableResult
    static func carry(from old: FileDescriptor, to new: FileDescriptor, own: OwnFiles?) throws
        -> Int
    {
        var foreign: [FileSystem.Entry] = []
        try FileSystem.walk(old) { entry in
            switch entry.kind {
            case .folder:
                if !(own?.containsFolder(entry.path) ?? false) { foreign.append(entry) }
            case .file, .other:
                if !(own?.contains(entry.path) ?? false) { foreign.append(entry) }
            }
        }
        var files = 0
        for entry in foreign {
            let shown = "\(old.path)/\(String(decoding: entry.path, as: UTF8.self))"
            do {
                try FileSystem.makeFolders(above: entry.path, in: new)
                if entry.kind == .folder {
                    // Without `own`, folders of dropped levels come along empty at worst.
                    if own != nil { try FileSystem.makeFolder(bytes: entry.path, in: new) }
                    continue
                }
                let isLinked = try FileSystem.link(entry.path, from: old, to: new)
                if !isLinked && own != nil { throw PublishFailure.inTheWay(shown) }
                files += isLinked ? 1 : 0
            } catch let error as SystemError {
                throw PublishFailure.cannotKeep(shown, error)
            }
        }
        return files
    }
}

/// Why a finished pyramid could not take its place.
enum PublishFailure: Error, CustomStringConvertible {
    case notOurs(String)
    case inTheWay(String)
    case cannotKeep(String, SystemError)
    /// It was published, but the disk did not confirm it.
    case notDurable(SystemError)
    case tilesMissing(written: Int, of: Int)

    var description: String {
        switch self {
        case .notOurs(let path):
            "\(path) exists and was not made by tilecut (it is no folder with a "
                + "\(Descriptor.fileName) of this image); move it away or give the image another "
                + "name"
        case .inTheWay(let path):
            "\(path) was not made by tilecut and stands where a new file belongs; move it away"
        case .cannotKeep(let path, let error):
            "\(path) was not made by tilecut and cannot be kept beside the new files (\(error)); "
                + "move it away"
        case .notDurable(let error):
            "was published, but may not outlive a power failure (\(error))"
        case .tilesMissing(let written, let all):
            "only \(written) of \(all) tiles were written; this is a fault of tilecut's"
        }
    }
}
