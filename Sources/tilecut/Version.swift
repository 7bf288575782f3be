import Imaging

/// The version of this program, and of what it is built on.
enum Version {
    static let number = "0.1.0"
    /// `tilecut 0.1.0`
    static let text = "tilecut \(number)"

    /// What `--version` shows, with `-v` the libraries, too.
    ///
    /// - Throws: `CommandFailure.environment` when libvips cannot start to say what it reads.
    static func shown(withLibraries: Bool) throws(CommandFailure) -> String {
        guard withLibraries else { return "\(text)\n" }
        let formats: [String]
        do {
            formats = try LibraryVersions.sourceFormats()
        } catch {
            throw .environment(error.description)
        }
        return """
            \(text)
            libvips \(LibraryVersions.libvips)
            libjpeg-turbo \(LibraryVersions.jpegTurbo)
            reads \(formats.joined(separator: ", "))

            """
    }
}
