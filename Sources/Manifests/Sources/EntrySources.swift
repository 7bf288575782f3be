import TilePyramid

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

/// A pattern that matches no file, or that could not be followed. No fault of the manifest: it
/// becomes one failed image when the run comes to it.
public struct UnmatchedSource: Hashable, Sendable {
    /// Where the manifest lists the pattern.
    public let origin: ManifestOrigin
    /// The `source` as written.
    public let pattern: String
    /// The output root of the images that it would have been.
    public let output: String
    /// What was the matter: `no file matches`, or a folder that cannot be read and why.
    public let reason: String
}
