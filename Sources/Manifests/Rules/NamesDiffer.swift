/// The images of one output have names that differ by more than case and Unicode normalisation,
/// which some file systems do not tell apart.
enum NamesDiffer: OutputRule {
    static func check(_ images: [NamedImage]) -> [Diagnostic] {
        var seen: [String: NamedImage] = [:]
        var findings: [Diagnostic] = []
        for image in images where NameIsUsable.check(image).isEmpty {
            let folded = PathComponent.folded(image.name)
            guard let first = seen[folded] else {
                seen[folded] = image
                continue
            }
            findings.append(image.namePlace.error(message(image, after: first)))
        }
        return findings
    }

    private static func message(_ image: NamedImage, after first: NamedImage) -> String {
        let name = image.name.quoted
        let fault =
            image.name.isExactly(first.name)
            ? "two images of one output are named \(name)"
            : "\(name) and \(first.name.quoted) differ only in case or "
                + "Unicode normalisation, which is one folder on some systems"
        let isOneEntry =
            image.namePlace.start == first.namePlace.start
            && image.namePlace.text === first.namePlace.text
        let other =
            isOneEntry
            ? "\(first.file.manifestPath) and \(image.file.manifestPath) match this pattern"
            : "also at \(first.namePlace.text.path):\(first.namePlace.line)"
        return "\(fault), \(other); set 'name' on one of them"
    }
}
