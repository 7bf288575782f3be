import TilePyramid

/// An entry with the files that it names and the output that they go to, checked by itself.
struct PlacedEntry: Sendable {
    let root: ManifestOutput
    let images: [NamedImage]
    let unmatched: [UnmatchedSource]
    let diagnostics: [Diagnostic]

    init(_ entry: ImageEntry, in manifest: Manifest, root: ManifestOutput) {
        let folder = ManifestFolder(ofManifest: manifest.text.path)
        let sources = EntrySources.find(entry, in: folder, output: root.path)
        let isNameShared = NameRules.OneNameOneFile.check(entry, files: sources.files)
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

/// The files that an entry of a manifest names.
struct EntrySources: Sendable {
    var files: [SourceFile] = []
    var unmatched: [UnmatchedSource] = []
    var diagnostics: [Diagnostic] = []

    /// Looks for the files of `entry`, whose manifest stands in `folder`.
    ///
    /// A source that names something that exists is that, whatever characters it has; otherwise,
    /// and with wildcards in it, it is a pattern. A source without wildcards need not exist: that
    /// is found out when it is opened.
    static func find(_ entry: ImageEntry, in folder: ManifestFolder, output: String)
        -> EntrySources
    {
        guard let source = entry.source.given else { return EntrySources() }
        let path = ManifestFolder.tidied(source.value)
        func file(_ path: String) -> SourceFile {
            SourceFile(path: folder.path(to: path), manifestPath: path)
        }
        guard SourcePattern.isPattern(path), !FolderListing.exists(folder.path(to: path)) else {
            return EntrySources(files: [file(path)])
        }
        let findings = SourcePattern(pattern: path, folder: folder).matches()
        var sources = EntrySources(files: findings.paths.map(file))
        let origin = ManifestOrigin(file: source.place.text.path, line: source.place.line)
        for reason in findings.unreadableFolders {
            sources.unmatched.append(
                UnmatchedSource(
                    origin: origin, pattern: source.value, output: output, reason: reason))
        }
        if findings.paths.isEmpty && findings.unreadableFolders.isEmpty
            && findings.unreadableNames.isEmpty
        {
            sources.unmatched.append(
                UnmatchedSource(
                    origin: origin, pattern: source.value, output: output,
                    reason: "no file matches"))
        }
        for name in findings.unreadableNames {
            sources.diagnostics.append(
                source.place.error("'\(name)' matches, but its name is not UTF-8; rename the file"))
        }
        if path.split(separator: "/").contains("**") {
            sources.diagnostics.append(
                source.place.warning(
                    "'**' matches one folder level, as '*' does; write one '*' a level"))
        }
        return sources
    }
}
