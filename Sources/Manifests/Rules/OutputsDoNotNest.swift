/// No output lies in the folder of an image, which is replaced as a whole when the image is cut.
enum OutputsDoNotNest {
    /// Checks `images`, those of `root`, against the other outputs of the run.
    static func check(_ images: [NamedImage], of root: OutputRoot, beside roots: [OutputRoot])
        -> [Diagnostic]
    {
        let prefix = root.resolvedPath + (root.resolvedPath.hasSuffix("/") ? "" : "/")
        var inside: [String: OutputRoot] = [:]
        for other in roots where other.resolvedPath.utf8.starts(with: prefix.utf8) {
            let rest = other.resolvedPath.utf8.dropFirst(prefix.utf8.count)
            guard let first = rest.split(separator: UInt8(ascii: "/")).first else { continue }
            inside[PathComponent.folded(String(decoding: first, as: UTF8.self))] = other
        }
        guard !inside.isEmpty else { return [] }
        return images.compactMap { image in
            guard let other = inside[PathComponent.folded(image.name)] else { return nil }
            return image.namePlace.error(
                "the folder of image \(image.name.quoted) would hold another output, "
                    + "\(other.path); name another 'output' or 'name'")
        }
    }
}
