import Files
import Raster
import TilePyramid

/// The parts of a published image that a new cut takes over.
struct Reuse: Sendable {
    let record: ImageRecord
    let files: ReusedFiles
    /// Layouts' side files as they are published.
    let sideFiles: [Inventory.Entry]

    /// - Returns: `nil` where all has to be cut: nothing may stay, or no inventory says what is
    ///   there.
    init?(_ due: DueImage, _ job: Job, in output: OutputFolder) throws(SystemError) {
        guard let record = due.previous,
            let inventory = try output.inventory(of: job.name, key: record.key)
        else { return nil }
        let levels = Set(job.cutLevels(of: record.imageSize).map(\.id))
        let thumbnails = Set(job.thumbnails.map(\.path))
        var entries: [Inventory.Entry] = []
        var sideFiles: [Inventory.Entry] = []
        for entry in inventory {
            let stays =
                switch entry.part {
                case .level(let id): levels.contains(id) && !due.parts.includes(level: id)
                case .thumbnail:
                    thumbnails.contains(entry.path) && !due.parts.includes(thumbnail: entry.path)
                // Written anew with each cut.
                case .sideFile, .descriptor: false
                }
            if stays { entries.append(entry) }
            if entry.part == .sideFile { sideFiles.append(entry) }
        }
        self.record = record
        self.sideFiles = sideFiles
        files = ReusedFiles(entries: entries)
    }
}

extension Reuse {
    /// All files of an image of which nothing but the descriptor changes, in an inventory's order.
    var unchangedFiles: [Inventory.Entry] {
        let tiles = files.entries.filter { $0.part != .thumbnail }
        let thumbnails = files.entries.filter { $0.part == .thumbnail }
        return tiles + sideFiles + thumbnails
    }
}

extension PixelFormat {
    /// `rgb`, `ycc420`, ...
    var label: String { String(describing: self) }
}
