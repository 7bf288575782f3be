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
