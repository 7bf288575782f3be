import TilePyramid

/// Keeps `catalog.json` true to the images that stand in an output.
enum CatalogFile {
    /// Rewrites the catalog, in one step, where it is not what it should be.
    static func update(in root: OutputRoot) throws(SystemError) {
        var descriptors: [Descriptor] = []
        for name in try FileSystem.names(in: root.folder) where name.first != 46 {
            let name = FileSystem.text(name)
            if let descriptor = try root.descriptor(of: name), descriptor.name == name {
                descriptors.append(descriptor)
            }
        }
        let text = Catalog(descriptors).json.document
        let old = try FileSystem.contents(Catalog.fileName, in: root.folder)
        if old.map({ $0 == Array(text.utf8) }) ?? false { return }
        try FileSystem.replace(
            Catalog.fileName, in: root.folder, text: text,
            via: "\(OutputRoot.privateFolder)/\(Catalog.fileName)")
    }
}
