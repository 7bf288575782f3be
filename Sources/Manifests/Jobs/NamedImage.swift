import TilePyramid

/// An image under the name that its files will have.
struct NamedImage: Sendable {
    let entry: ImageEntry
    let file: SourceFile
    let name: String
    /// `name`'s value, or the source that the name comes from.
    let namePlace: Place
    /// The entry says the name itself.
    let isNameWritten: Bool

    /// The images of `entry`, one a file; none where the name is unusable.
    static func of(_ entry: ImageEntry, files: [SourceFile]) -> [NamedImage] {
        guard let source = entry.source.given, !entry.name.isFaulty else { return [] }
        return files.map { file in
            NamedImage(
                entry: entry, file: file,
                name: entry.name.given?.value ?? file.manifestPath.fileStem,
                namePlace: entry.name.given?.place ?? source.place,
                isNameWritten: entry.name.given != nil)
        }
    }

    /// Where the source is written.
    var origin: ManifestOrigin {
        let place = entry.source.given?.place ?? entry.place
        return ManifestOrigin(file: place.text.path, line: place.line)
    }
}

extension NamedImage {
    /// The job of the image, all of whose settings have passed the rules; `nil` where one is
    /// unusable. Where the image says nothing `defaults` does, and where that says nothing the
    /// built-in value stands here.
    func job(output: String) -> Job? {
        let settings = entry.settings
        guard settings.areUsable, let layouts = entry.layouts,
            let tiles = settings.encoding.encoding, let thumbnails = entry.thumbnails
        else { return nil }
        return settings.arrived(
            in: Job(
                name: name, source: file, origin: origin, output: output,
                layouts: layouts, tiles: tiles, thumbnails: thumbnails,
                background: settings.background.given?.value ?? .white,
                linearLight: settings.linearLight.given?.value ?? false,
                maxZoomLevel: settings.maxZoomLevel.given?.value ?? 2,
                page: settings.page.given?.value ?? 0,
                maxPixels: settings.maxPixels.given?.value ?? 1_000_000_000,
                maxTiles: settings.maxTiles.given?.value ?? 10_000_000,
                sha256: settings.sha256.given?.value,
                onDamage: settings.onDamage.given?.value ?? .fail,
                attribution: settings.attribution.given?.value))
    }
}
