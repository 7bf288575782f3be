import Files
import Glibc
import TilePyramid

/// What tilecut remembers of one published image. Only ever saves work: an image without a record,
/// or with one that does not fit what stands on the disk, is looked at more closely.
struct ImageRecord: Hashable, Sendable {
    let name: String
    /// The manifest that lists it: its path relative to the output.
    var owner: String
    /// The source's path as the manifest has it.
    var sourcePath: String
    /// The source when it was read last.
    var source: SourceSnapshot
    let key: String
    /// The settings and versions it was cut with; see `Recipe`.
    let recipe: String
    /// The format in which the source's rows were read.
    let rowFormat: String
    let imageSize: PixelSize
    var published: PublishedStamp
    /// The image's line in the catalog.
    let catalogLine: String
}

/// What tells, by `stat` alone, whether a published folder is as it was left.
struct PublishedStamp: Hashable, Sendable {
    /// `datasource.json`: inode, size and time of its last change.
    let descriptor: [Int]
    let descriptorChecksum: Checksum
    /// The folders below the image's folder that hold its files, in byte order.
    let folders: [String]
    /// Of the times at which names were last added to or taken from the image's folders.
    let foldersChecksum: Checksum
}

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
