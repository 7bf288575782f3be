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

/// No tile has a file name longer than a file system takes. Columns and rows are taken to have up
/// to 7 digits.
enum FileNamesAreShort: ImageRule {
    static func check(_ image: NamedImage) -> [Diagnostic] {
        let settings = image.entry.settings
        guard PathComponent.fault(in: image.name) == nil,
            let levels = settings.cutLevels(at: image.entry.place),
            let fileExtension = settings.encoding.fileExtension.value(default: "jpg")
        else { return [] }
        let numbers = levels.range.map { level in
            "_\(levels.size(level).value)_\(level)_1234567_1234567.\(fileExtension)".utf8.count
        }
        let longest = numbers.max() ?? 0
        guard image.name.utf8.count + longest > PathComponent.maxBytes else { return [] }
        let most = PathComponent.maxBytes - longest
        let advice = image.isNameWritten ? "use" : "set a 'name' of"
        return [
            image.namePlace.error(
                "the name \(image.name.quoted) is \(image.name.utf8.count) bytes long, with which "
                    + "the file name of a tile has more than \(PathComponent.maxBytes); "
                    + "\(advice) at most \(most)")
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
