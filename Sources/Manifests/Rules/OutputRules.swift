/// The rules on what meets in an output folder.
enum OutputRules {
    /// The images of one output have names that differ by more than case and Unicode normalisation,
    /// which some file systems do not tell apart.
    enum NamesDiffer: OutputRule {
        static func check(_ images: [NamedImage]) -> [Diagnostic] {
            var seen: [String: NamedImage] = [:]
            var findings: [Diagnostic] = []
            for image in images where NameRules.NameIsUsable.check(image).isEmpty {
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

    /// No output lies in the folder of an image, which is replaced as a whole when the image is cut.
    enum OutputsDoNotNest {
        /// Checks `images`, those of `root`, against the other outputs of the run.
        static func check(
            _ images: [NamedImage], of root: ManifestOutput, beside roots: [ManifestOutput]
        )
            -> [Diagnostic]
        {
            let prefix = root.resolvedPath + (root.resolvedPath.hasSuffix("/") ? "" : "/")
            var inside: [String: ManifestOutput] = [:]
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
}
