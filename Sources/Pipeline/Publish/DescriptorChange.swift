import Files
import TilePyramid

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
            job: job, imageSize: previous.record.imageSize, sourceSHA256: sha256, key: key)
        let text = Array(descriptor.json.document.utf8)
        let checksum = Checksum(text)
        var inventory = InventoryText(name: job.name, key: key)
        for entry in previous.files.entries { inventory.append(entry) }
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
