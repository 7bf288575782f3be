import Files
import Raster
import TilePyramid

/// The parts of a published image that a new cut takes over.
struct Reuse: Sendable {
    let record: ImageRecord
    let files: ReusedFiles

    /// - Returns: `nil` where all has to be cut: nothing may stay, or no inventory says what is
    ///   there.
    init?(_ due: DueImage, _ job: Job, in output: OutputFolder) throws(SystemError) {
        guard let record = due.previous,
            let inventory = try output.inventory(of: job.name, key: record.key)
        else { return nil }
        let levels = Set(job.layout.minTileLevel...job.layout.maxTileLevel)
        let thumbnails = Set(job.thumbnails.map(\.path))
        var entries: [Inventory.Entry] = []
        for entry in inventory {
            let stays =
                switch entry.part {
                case .level(let number):
                    levels.contains(number) && !due.parts.includes(level: number)
                case .thumbnail:
                    thumbnails.contains(entry.path) && !due.parts.includes(thumbnail: entry.path)
                case .descriptor: false
                }
            if stays { entries.append(entry) }
        }
        self.record = record
        files = ReusedFiles(entries: entries)
    }
}

extension PixelFormat {
    /// `rgb`, `ycc420`, ...
    var label: String { String(describing: self) }
}
