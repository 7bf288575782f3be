import TilePyramid

/// The names that stand directly in an image's folder.
package enum FolderNames {
    private struct Owner {
        let words: String
        /// What to do when a layout claims a name of this one's.
        let advice: String
    }

    /// What is wrong with the names in the folder of the image `name`: one sentence for each that
    /// a layout would write and that is taken, on any file system, by an earlier one, a thumbnail
    /// or the descriptor.
    package static func clashes(
        in name: String, of layouts: [any Layout], thumbnails: [String]
    ) -> [String] {
        var owners: [String: Owner] = [:]
        for path in thumbnails {
            owners[PathComponent.folded(path)] = Owner(
                words: "the thumbnail \(path.quoted)", advice: "name the thumbnail otherwise")
        }
        owners[PathComponent.folded(Descriptor.fileName)] = Owner(
            words: "the descriptor", advice: "set another 'name'")
        var clashes: [String] = []
        for layout in layouts {
            let owner = Owner(
                words: "layout \(layout.name.quoted)",
                advice: "leave one of them out, or list the image twice, with a 'name' each")
            let paths = layout.topLevelNames(of: name)
            for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                guard let first = owners.updateValue(owner, forKey: PathComponent.folded(path))
                else { continue }
                clashes.append(
                    "\(owner.words) and \(first.words) would both write "
                        + "\("\(name)/\(path)".quoted); \(first.advice)")
            }
        }
        return clashes
    }
}
