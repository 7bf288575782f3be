import TilePyramid

/// An image under the name that its files will have.
struct NamedImage: Sendable {
    let entry: ImageEntry
    let file: SourceFile
    let name: String
    /// `name`'s value, or the source that the name comes from.
    let namePlace: Place
    /// The entry says the name itself.
    let isNameWritten: Bool

    /// The images of `entry`, one a file; none where the name is unusable.
    static func of(_ entry: ImageEntry, files: [SourceFile]) -> [NamedImage] {
        guard let source = entry.source.given, !entry.name.isFaulty else { return [] }
        return files.map { file in
            NamedImage(
                entry: entry, file: file,
                name: entry.name.given?.value ?? file.manifestPath.fileStem,
                namePlace: entry.name.given?.place ?? source.place,
                isNameWritten: entry.name.given != nil)
        }
    }

    /// Where the source is written.
    var origin: ManifestOrigin {
        let place = entry.source.given?.place ?? entry.place
        return ManifestOrigin(file: place.text.path, line: place.line)
    }
}
