import Files
import Glibc
import TilePyramid

extension PublishedStamp {
    /// The stamp of the image `name` as it stands now.
    ///
    /// - Returns: `nil` when its descriptor or one of its folders is not there.
    init?(
        of name: String, folders: [String], descriptorChecksum: Checksum, in output: OutputFolder
    ) throws(SystemError) {
        guard let descriptor = try Self.descriptor(of: name, in: output),
            let sum = try Self.foldersChecksum(of: name, folders, in: output)
        else { return nil }
        self.init(
            descriptor: descriptor, descriptorChecksum: descriptorChecksum, folders: folders,
            foldersChecksum: sum)
    }

    /// `nil` when there is none.
    static func descriptor(of name: String, in output: OutputFolder) throws(SystemError) -> [Int]? {
        let path = "\(name)/\(Descriptor.fileName)"
        guard let status = try FileSystem.status(of: path, in: output.folder) else { return nil }
        guard FileSystem.kind(status) == .file else { return nil }
        return [
            Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
            nanoseconds(status.st_mtim),
        ]
    }

    /// A file that is added to or taken from a folder changes the folder's time.
    static func foldersChecksum(of name: String, _ folders: [String], in output: OutputFolder)
        throws(SystemError) -> Checksum?
    {
        var stamps: [Int] = []
        for path in [name] + folders.map({ "\(name)/\($0)" }) {
            guard let status = try FileSystem.status(of: path, in: output.folder),
                FileSystem.kind(status) == .folder
            else { return nil }
            stamps.append(Int(truncatingIfNeeded: status.st_ino))
            stamps.append(nanoseconds(status.st_mtim))
        }
        return stamps.withUnsafeBytes { Checksum($0) }
    }
}
