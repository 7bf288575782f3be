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
