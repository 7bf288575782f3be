import Files
import Glibc
import TilePyramid

/// Takes published images away: all that tilecut made, and nothing else.
struct Pruning {
    let root: OutputRoot

    /// The image vanishes in one step; what others put into its folder stays there.
    func remove(_ image: UnlistedImage) throws(SystemError) -> UnlistedImage {
        let name = image.name
        guard let status = try FileSystem.status(of: name, in: root.folder) else {
            return try forget(image, .removed)
        }
        let record = root.state.image(name)
        guard FileSystem.kind(status) == .folder,
            let own = try root.output.ownFiles(of: name, record: record)
        else { return image.with(.leftAlone) }

        let old = try FileDescriptor.folder(name, in: root.folder)
        let staged = "\(OutputRoot.staging)/\(name)"
        try FileSystem.makeFolder(staged, in: root.folder)
        let new = try FileDescriptor.folder(staged, in: root.folder)
        let kept: Int
        do {
            kept = try ForeignFiles.carry(from: old, to: new, own: own)
        } catch let error as SystemError {
            throw error
        } catch {
            return image.with(.leftAlone)
        }
        let hasKept = try !FileSystem.names(in: new).isEmpty
        if hasKept {
            let aside = "\(OutputRoot.staging)/.\(name)"
            let oldPath = try FileSystem.exchange(staged, name, aside: aside, in: root.folder)
            try FileSystem.removeTree(oldPath, in: root.folder)
        } else {
            // Not to where a killed run's images are put back from.
            try FileSystem.removeTree(staged, in: root.folder)
            try FileSystem.renameNew(name, staged, in: root.folder)
            try FileSystem.removeTree(staged, in: root.folder)
        }
        if let key = record?.key {
            try FileSystem.removeTree(OutputFolder.inventoryPath(key: key), in: root.folder)
        }
        return try forget(image, hasKept ? .removedButForForeignFiles(kept) : .removed)
    }

    private func forget(_ image: UnlistedImage, _ fate: UnlistedImage.Fate) throws(SystemError)
        -> UnlistedImage
    {
        root.state.forget(image.name)
        if root.isDurable { try FileSystem.syncNames(of: root.folder) }
        return image.with(fate)
    }
}
