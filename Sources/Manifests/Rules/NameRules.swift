import TilePyramid

/// The rules on the names of images, of their files and of their thumbnails.
enum NameRules {
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
                isTile
                ? "the file name of a tile" : "a name in layout \(longest.layout.name.quoted)"
            let most = PathComponent.maxBytes - longest.name.utf8.count + image.name.utf8.count
            let advice = image.isNameWritten ? "use" : "set a 'name' of"
            return [
                image.namePlace.error(
                    "the name \(image.name.quoted) is \(image.name.utf8.count) bytes long, with which "
                        + "\(file) has more than \(PathComponent.maxBytes); \(advice) at most \(most)"
                )
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

    /// A thumbnail's name is one component of a path, and its file's name is short enough.
    enum ThumbnailNamesAreUsable: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            (entry.settings.thumbnails.given?.value ?? []).compactMap { thumbnail in
                guard let name = thumbnail.name.given else { return nil }
                let text = name.value
                if let fault = PathComponent.fault(in: text) {
                    return name.place.error("the name \(text.quoted) \(fault)")
                }
                let encoding = thumbnail.encoding.over(entry.settings.encoding)
                guard let fileExtension = encoding.fileExtension.value(default: "jpg") else {
                    return nil
                }
                let length = text.utf8.count + 1 + fileExtension.utf8.count
                guard length > PathComponent.maxBytes else { return nil }
                return name.place.error(
                    "the name \(text.quoted) makes a file name of \(length) bytes; "
                        + "at most \(PathComponent.maxBytes) are possible"
                )
            }
        }
    }

    /// The thumbnails of an image have names that differ by more than case and normalisation.
    enum ThumbnailNamesDiffer: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            var seen: [String: Located<String>] = [:]
            var findings: [Diagnostic] = []
            for name in (entry.settings.thumbnails.given?.value ?? []).compactMap(\.name.given) {
                guard let first = seen.updateValue(name, forKey: PathComponent.folded(name.value))
                else { continue }
                seen[PathComponent.folded(name.value)] = first
                let fault =
                    name.value.isExactly(first.value)
                    ? "another thumbnail is named \(name.value.quoted) too"
                    : "\(name.value.quoted) and the thumbnail \(first.value.quoted) "
                        + "differ only in case or Unicode normalisation"
                findings.append(name.place.error("\(fault), on line \(first.place.line)"))
            }
            return findings
        }
    }
}

/// What keeps a name from being one component of a path that every system and viewer can use.
enum PathComponent {
    /// Why `name` cannot be used, as the rest of a sentence about it; `nil` when it can.
    static func fault(in name: String) -> String? {
        if name.isEmpty { return "is empty" }
        if name.isExactly(".") || name.isExactly("..") { return "means another folder" }
        let scalars = name.unicodeScalars
        if scalars.contains("/") { return "holds a '/', but a name is that of one folder or file" }
        if scalars.contains("\0") { return "holds NUL" }
        if scalars.contains(where: \.isControl) { return "holds a control character" }
        if scalars.first == "-" { return "starts with '-', which commands take for an option" }
        if scalars.first == "." { return "starts with '.', which hides it" }
        return nil
    }

    /// Longest file name of common file systems, in bytes.
    static let maxBytes = 255

    /// What `name` is on a file system that tells neither case nor normalisation apart; compared
    /// as `String`s are, by canonical equivalence.
    static func folded(_ name: String) -> String {
        // The same as below, and most names are.
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
        var folded = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            // Over upper case, so that "ß" meets "ss" and final sigma the other one; but the
            // dotless i is a letter of its own.
            let upper = scalar == "\u{131}" ? "\u{131}" : scalar.properties.uppercaseMapping
            for scalar in upper.unicodeScalars {
                folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(folded)
    }
}
