import Files
import Glibc
import TilePyramid

/// The step in which an image changes for its readers.
///
/// The order is what a run that is killed anywhere in between can be put right from: the new
/// inventory, under a key of its own; the swap; the record; the old inventory and the old folder.
struct Publication {
    let name: String
    let key: String
    let root: OutputRoot

    private var folder: FileDescriptor { root.folder }
    private var staged: String { "\(OutputRoot.staging)/\(name)" }

    /// Swaps the staged folder in and removes the old one.
    ///
    /// - Returns: a fault in removing the old folder, which the next run sweeps.
    /// - Throws: `PublishFailure` or `SystemError`; what was published is then as it was.
    func swapIn(_ new: FileDescriptor, inventory: [UInt8]) throws -> SystemError? {
        let standing = try FileSystem.status(of: name, in: folder)
        guard let standing else {
            return try withInventory(inventory, replacing: nil) { () throws(SystemError) in
                try FileSystem.renameNew(staged, name, in: folder)
            }
        }
        let record = root.state.image(name)
        if let obstacle = try root.output.obstacle(
            to: name, standing: standing, isRecorded: record != nil)
        {
            throw obstacle
        }
        let oldKey = try root.output.descriptor(of: name)?.key ?? record?.key
        let own = try root.output.ownFiles(of: name, record: record)
        let old = try FileDescriptor.folder(name, in: folder)
        try ForeignFiles.carry(from: old, to: new, own: own)
        // A name never starts with a dot, so this is nobody else's.
        let aside = "\(OutputRoot.staging)/.\(name)"
        var oldPath = staged
        let leftover = try withInventory(inventory, replacing: oldKey) { () throws(SystemError) in
            oldPath = try FileSystem.exchange(staged, name, aside: aside, in: folder)
        }
        do {
            // What came into the old folder after the first look.
            try ForeignFiles.carry(from: old, to: new, own: own)
            try FileSystem.removeTree(oldPath, in: folder)
        } catch let error as SystemError {
            return error
        }
        return leftover
    }

    /// Replaces the descriptor alone; everything else stays where it is.
    func replaceDescriptor(_ text: [UInt8], inventory: [UInt8], oldKey: String) throws
        -> SystemError?
    {
        let new = "\(OutputRoot.staging)/\(name).json"
        try FileSystem.create(new, in: folder, bytes: text)
        return try withInventory(inventory, replacing: oldKey) { () throws(SystemError) in
            try FileSystem.rename(new, "\(name)/\(Descriptor.fileName)", in: folder)
        }
    }

    /// - Returns: a fault in removing what is no longer needed, which the next run sweeps.
    private func withInventory(
        _ bytes: [UInt8], replacing oldKey: String?, _ swap: () throws(SystemError) -> Void
    ) throws -> SystemError? {
        let path = OutputFolder.inventoryPath(key: key)
        let isSame = oldKey == key
        do throws(SystemError) {
            try FileSystem.replace(
                path, in: folder, bytes: bytes, via: "\(OutputRoot.staging)/\(name).inventory",
                isDurable: false)
            if root.isDurable { try FileSystem.syncAll(on: folder) }
            try swap()
        } catch {
            if !isSame, remove(path) != nil { root.leaveASweep() }
            throw error
        }
        do throws(SystemError) {
            if root.isDurable { try FileSystem.syncNames(of: folder) }
        } catch {
            throw PublishFailure.notDurable(error)
        }
        return isSame ? nil : oldKey.flatMap { remove(OutputFolder.inventoryPath(key: $0)) }
    }

    private func remove(_ path: String) -> SystemError? {
        do {
            try FileSystem.removeTree(path, in: folder)
            return nil
        } catch {
            return error
        }
    }
}

/// Why a finished pyramid could not take its place.
enum PublishFailure: Error, CustomStringConvertible {
    case notOurs(String)
    case inTheWay(String)
    case cannotKeep(String, SystemError)
    /// It was published, but the disk did not confirm it.
    case notDurable(SystemError)
    case tilesMissing(written: Int, of: Int)

    var description: String {
        switch self {
        case .notOurs(let path):
            "\(path) exists and was not made by tilecut (it is no folder with a "
                + "\(Descriptor.fileName) of this image); move it away or give the image another "
                + "name"
        case .inTheWay(let path):
            "\(path) was not made by tilecut and stands where a new file belongs; move it away"
        case .cannotKeep(let path, let error):
            "\(path) was not made by tilecut and cannot be kept beside the new files (\(error)); "
                + "move it away"
        case .notDurable(let error):
            "was published, but may not outlive a power failure (\(error))"
        case .tilesMissing(let written, let all):
            "only \(written) of \(all) tiles were written; this is a fault of tilecut's"
        }
    }
}

/// A change that only the descriptor tells of: it is replaced in one step, and no pixel is read.
struct DescriptorChange {
    let job: Job
    let key: String
    let sha256: String
    let previous: Reuse
    let root: OutputRoot

    /// - Returns: what is published now, and a fault in removing what is no longer needed.
    func publish() throws -> (StagedPyramid.Sealed, leftover: SystemError?) {
        let descriptor = Descriptor(
            job: job, imageSize: previous.record.imageSize, sourceSHA256: sha256,
            damage: try root.output.descriptor(of: job.name)?.damaged, key: key)
        let text = Array(descriptor.json.document.utf8)
        let checksum = Checksum(text)
        var inventory = InventoryText(name: job.name, key: key)
        for entry in previous.unchangedFiles { inventory.append(entry) }
        inventory.append(
            Inventory.Entry(
                part: .descriptor, path: Descriptor.fileName, size: text.count,
                checksum: checksum))
        let bytes = inventory.ended
        let leftover = try Publication(name: job.name, key: key, root: root).replaceDescriptor(
            text, inventory: bytes, oldKey: previous.record.key)
        return (
            StagedPyramid.Sealed(
                key: key, inventory: bytes, folders: inventory.sortedFolders,
                descriptorChecksum: checksum, catalogLine: Catalog.Entry(descriptor).line,
                tiles: 0, bytes: text.count),
            leftover
        )
    }
}
