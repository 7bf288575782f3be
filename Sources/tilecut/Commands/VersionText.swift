import Imaging

/// What `--version` shows.
enum VersionText {
    /// - Throws: `CommandFailure.environment` when libvips cannot start to say what it reads.
    static func text(withLibraries: Bool) throws(CommandFailure) -> String {
        guard withLibraries else { return "\(Version.text)\n" }
        let formats: [String]
        do {
            formats = try LibraryVersions.sourceFormats()
        } catch {
            throw .environment(error.description)
        }
        return """
            \(Version.text)
            libvips \(LibraryVersions.libvips)
            libjpeg-turbo \(LibraryVersions.jpegTurbo)
            reads \(formats.joined(separator: ", "))

            """
    }
}
