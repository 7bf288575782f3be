import Files
import TilePyramid

/// Keeps `catalog.json` true to the images that stand in an output.
enum CatalogFile {
    /// Rewrites the catalog, in one step, where it is not what it should be.
    ///
    /// - Parameter leavingOut: images that are about to be removed.
    static func update(in root: OutputRoot, leavingOut: Set<Checksum> = []) throws(SystemError) {
        let bytes = try expected(in: root.output, root.state.contents, leavingOut: leavingOut)
        let output = root.output
        if try FileSystem.contents(Catalog.fileName, in: output.folder) == bytes { return }
        try FileSystem.replace(
            Catalog.fileName, in: output.folder, bytes: bytes,
            via: "\(OutputFolder.privateFolder)/\(Catalog.fileName)", isDurable: root.isDurable)
    }

    /// What the catalog should be.
    static func expected(
        in output: OutputFolder, _ state: StateContents, leavingOut: Set<Checksum> = []
    ) throws(SystemError) -> [UInt8] {
        let lines = try output.catalogLines(state).filter {
            leavingOut.isEmpty || !leavingOut.contains(Checksum($0.name))
        }
        return Array(Catalog.document(lines: lines.map(\.line)).utf8)
    }
}

extension OutputFolder {
    /// What `catalog.json` says of each image.
    ///
    /// - Parameter state: spares reading the descriptors of images that are as they were.
    fileprivate func catalogLines(_ state: StateContents) throws(SystemError) -> [(
        name: String, line: String
    )] {
        var lines: [(name: String, line: String)] = []
        for name in try imageNames() {
            if let record = state.image(name),
                record.published.descriptor == (try PublishedStamp.descriptor(of: name, in: self))
            {
                lines.append((name, record.catalogLine))
            } else if let descriptor = try descriptor(of: name),
                descriptor.name.utf8.elementsEqual(name.utf8)
            {
                lines.append((name, Catalog.Entry(descriptor).line))
            }
        }
        return lines
    }
}
