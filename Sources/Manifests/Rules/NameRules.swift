import TilePyramid

/// An image's name is one component of a path, and no file's of the output root.
enum NameIsUsable: ImageRule {
    static func check(_ image: NamedImage) -> [Diagnostic] {
        let fault: String
        if let component = PathComponent.fault(in: image.name) {
            fault = component
        } else if PathComponent.folded(image.name) == "catalog.json" {
            fault = "is that of a file in the output folder"
        } else {
            return []
        }
        if image.isNameWritten {
            return [image.namePlace.error("the name \(image.name.quoted) \(fault)")]
        }
        return [
            image.namePlace.error(
                "the name \(image.name.quoted) of \(image.file.manifestPath.quoted) "
                    + "\(fault); set 'name'"
            )
        ]
    }
}

/// No file that a layout writes has a name longer than a file system takes.
enum FileNamesAreShort: ImageRule {
    static func check(_ image: NamedImage) -> [Diagnostic] {
        let settings = image.entry.settings
        guard PathComponent.fault(in: image.name) == nil,
            let fileExtension = settings.encoding.fileExtension.value(default: "jpg")
        else { return [] }
        let longest = image.entry.soundLayouts.compactMap { layout in
            layout.longestNames(name: image.name, extension: fileExtension)
                .max { $0.utf8.count < $1.utf8.count }.map { (layout: layout, name: $0) }
        }.max { $0.name.utf8.count < $1.name.utf8.count }
        guard let longest, longest.name.utf8.count > PathComponent.maxBytes else { return [] }
        let isTile = !longest.layout.topLevelNames(of: image.name).contains(longest.name)
        let file =
            isTile ? "the file name of a tile" : "a name in layout \(longest.layout.name.quoted)"
        let most = PathComponent.maxBytes - longest.name.utf8.count + image.name.utf8.count
        let advice = image.isNameWritten ? "use" : "set a 'name' of"
        return [
            image.namePlace.error(
                "the name \(image.name.quoted) is \(image.name.utf8.count) bytes long, with which "
                    + "\(file) has more than \(PathComponent.maxBytes); \(advice) at most \(most)")
        ]
    }
}

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
