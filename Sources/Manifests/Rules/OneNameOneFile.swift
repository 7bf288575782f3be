import TilePyramid

/// A `name` is of one image, so a pattern that has one matches one file.
enum OneNameOneFile {
    static func check(_ entry: ImageEntry, files: [SourceFile]) -> [Diagnostic] {
        guard let name = entry.name.given, files.count > 1 else { return [] }
        return [
            name.place.error(
                "one name cannot be of the \(files.count) files that 'source' matches; "
                    + "leave 'name' out, each is then named after its file"
            )
        ]
    }
}
