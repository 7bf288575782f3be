import Raster
import TilePyramid

/// Everything that is known of one image before its first pixel is decoded.
struct CutSetup: Sendable {
    let job: Job
    let image: any SourceImage
    /// Those that are cut.
    let levels: [CutLevel]
    let bands: BandGrid
    let thumbnails: [CutThumbnail]
    /// Reading pauses while more bytes than this wait to be encoded.
    let window: Int
    /// Bytes of memory to set aside before the cut starts.
    let memory: Int

    /// A thumbnail and where its pixels come from.
    struct CutThumbnail: Sendable {
        let spec: ThumbnailSpec
        let size: PixelSize
        /// The scale that it is shrunk from, or `nil` when the file is decoded at a smaller size.
        let halvings: Int?
    }

    /// Whether the image is read row by row; thumbnails may come from the file alone.
    var readsRows: Bool { !levels.isEmpty || thumbnails.contains { $0.halvings != nil } }

    /// - Parameter parts: what is cut; limits hold for the whole.
    /// - Throws: `SourceRefusal` when the image is larger, or would make more tiles, or needs more
    ///   memory than is allowed.
    init(
        job: Job, image: any SourceImage, memoryLimit: Int, parts: CutParts = .everything
    ) throws {
        guard image.size.area <= job.maxPixels else {
            throw SourceRefusal.tooManyPixels(size: image.size, limit: job.maxPixels)
        }
        self.job = job
        self.image = image
        let all = job.cutLevels(of: image.size)
        levels = all.filter { parts.includes(level: $0.id) }
        let tiles = all.map(\.level.tileCount).reduce(0, +)
        guard tiles <= job.maxTiles else {
            throw SourceRefusal.tooManyTiles(count: tiles, limit: job.maxTiles)
        }
        let wanted = job.thumbnails.filter { parts.includes(thumbnail: $0.path) }
        thumbnails = wanted.map { spec in
            let size = image.size.fitted(in: spec.box)
            return CutThumbnail(
                spec: spec, size: size,
                halvings: image.shrinksOnLoad ? nil : Self.halvings(from: image.size, to: size))
        }
        bands = BandGrid(
            levels: levels, imageSize: image.size, format: image.format,
            thumbnailHalvings: Set(thumbnails.compactMap(\.halvings)))

        let generous = bands.generousWindow
        let needed = image.readingMemory + bands.memory(window: 0)
        guard needed <= memoryLimit else {
            throw SourceRefusal.tooLittleMemory(needed: needed, limit: memoryLimit)
        }
        window = needed + generous <= memoryLimit ? generous : 0
        memory = needed + window
    }

    /// The smallest scale that leaves a good filter at least twice the pixels in each direction,
    /// and at least 16: the last of an odd number of pixels counts twice in each halving, which
    /// shows where few are left.
    static func halvings(from image: PixelSize, to thumbnail: PixelSize) -> Int {
        var halvings = 0
        while true {
            let next = image.halved(times: halvings + 1)
            guard next.width >= max(16, 2 * thumbnail.width),
                next.height >= max(16, 2 * thumbnail.height)
            else {
                return halvings
            }
            halvings += 1
        }
    }
}
