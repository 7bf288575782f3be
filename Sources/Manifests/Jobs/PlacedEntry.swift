/// An entry with the files that it names and the output that they go to, checked by itself.
struct PlacedEntry: Sendable {
    let root: OutputRoot
    let images: [NamedImage]
    let unmatched: [UnmatchedSource]
    let diagnostics: [Diagnostic]

    init(_ entry: ImageEntry, in manifest: Manifest, root: OutputRoot) {
        let folder = ManifestFolder(ofManifest: manifest.text.path)
        let sources = EntrySources.find(entry, in: folder, output: root.path)
        let isNameShared = OneNameOneFile.check(entry, files: sources.files)
        // With one name for all, the images clash with one another: the same fault again.
        let images = isNameShared.isEmpty ? NamedImage.of(entry, files: sources.files) : []
        self.root = root
        self.images = images
        self.unmatched = sources.unmatched
        self.diagnostics =
            sources.diagnostics + isNameShared + Rules.ofEntries.flatMap { $0.check(entry) }
            + images.flatMap { image in Rules.ofImages.flatMap { $0.check(image) } }
    }
}
