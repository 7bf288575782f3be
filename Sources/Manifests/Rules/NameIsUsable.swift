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
