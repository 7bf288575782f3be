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
