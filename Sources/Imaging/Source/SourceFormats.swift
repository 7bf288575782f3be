import CVips

extension LibraryVersions {
    /// The source formats that this libvips can read, by name.
    ///
    /// - Throws: `ImagingError.library` when libvips cannot start.
    package static func sourceFormats() throws(ImagingError) -> [String] {
        try VipsRuntime.start()
        let own = Loader.formats.filter {
            vips_type_find("VipsOperation", "\($0.key)_source") != 0
        }.map(\.value.name)
        let magick = Loader.hasMagick ? Loader.magickFormats.map(\.name) : []
        return (own + magick).sorted()
    }
}
