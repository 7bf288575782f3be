/// `datasource.json`: what a viewer needs to know of one cut image.
///
/// It stands in the image's folder if and only if everything that it names stands there too.
/// Read it with `JSONDecoder`. The cutter writes it with `json.document`, which keeps the order of the
/// keys.
public struct Descriptor: Hashable, Sendable {
    /// The file's name in the image's folder.
    public static let fileName = "datasource.json"
    /// The format that this library writes and reads.
    public static let currentFormatVersion = 1

    public let formatVersion: Int
    public let name: String
    /// Size of the full, upright image in pixels.
    public let imageSize: PixelSize
    /// The scroll view's maximum zoom scale.
    public let maxZoomLevel: Double
    /// The extension of the tile files, without the dot.
    public let imageExtension: String
    /// The screen scale at which the first layout's tiles are sharp.
    public let density: Density
    /// The layouts that the image was cut in; at least one. The first one's keys stand among the
    /// descriptor's own, the others' under `otherLayouts`.
    public let layouts: [LayoutEntry]
    public let thumbnails: [ThumbnailEntry]
    public let attribution: String?
    public let source: SourceEntry
    /// What is wrong with the source, of which was cut what could be decoded; `nil` of a whole one.
    public let damaged: String?
    /// Digest of everything that shapes the folder: equal keys mean equal bytes.
    public let key: String

    /// The levels of one layout, and where its tiles stand.
    public struct LayoutEntry: Hashable, Sendable, Codable {
        /// `tiled`, `dzi`; the key `layout`.
        public let name: String
        /// Coverage of a tile in full-image pixels. In `tiled` level `L` has entry `L - 1`, also
        /// levels outside `minTileLevel...maxTileLevel`, which are not cut; in other layouts there
        /// is one entry a level, from `minTileLevel` on.
        public let tileSizes: [PixelSize]
        public let minTileLevel: Int
        public let maxTileLevel: Int
        /// A tile's path in the image's folder, with `{level}`, `{x}`, `{y}`, `{size}` (the level's
        /// coverage) and `{name}` to be filled in.
        public let tilePath: String
        /// Pixels of the tile's file that it has of each neighbour; `nil` is none.
        public let overlap: Int?
        /// The file, in the image's folder, that describes the pyramid to the layout's own viewers.
        public let sideFile: String?
        /// The levels that were cut, from the most zoomed out.
        public let levels: [LevelEntry]

        private enum CodingKeys: String, CodingKey {
            case name = "layout"
            case tileSizes, minTileLevel, maxTileLevel, tilePath, overlap, sideFile, levels
        }
    }

    public struct LevelEntry: Hashable, Sendable, Codable {
        public let level: Int
        /// Coverage of a tile in full-image pixels, without overlap.
        public let tileSize: Int
        /// Stored pixels per full-image pixel.
        public let scale: Double
        /// Size of the whole level in stored pixels.
        public let pixelSize: PixelSize
        public let columns: Int
        public let rows: Int

        package init(_ level: Level) {
            self.level = level.number
            self.tileSize = level.coverage
            self.scale = level.scale
            self.pixelSize = level.pixelSize
            self.columns = level.columns
            self.rows = level.rows
        }
    }

    public struct ThumbnailEntry: Hashable, Sendable, Codable {
        public let name: String
        /// Path in the image's folder.
        public let path: String
        public let width: Int
        public let height: Int

        package init(_ thumbnail: ThumbnailSpec, imageSize: PixelSize) {
            let size = imageSize.fitted(in: thumbnail.box)
            self.name = thumbnail.name
            self.path = thumbnail.path
            self.width = size.width
            self.height = size.height
        }
    }

    public struct SourceEntry: Hashable, Sendable, Codable {
        /// Path relative to the manifest.
        public let path: String
        /// Digest of the source's bytes, lower-case hexadecimal.
        public let sha256: String

        public init(path: String, sha256: String) {
            self.path = path
            self.sha256 = sha256
        }
    }

    /// The descriptor of `job` cut from an upright image of `imageSize` pixels.
    ///
    /// - Parameter damage: of a source whose damage is kept.
    package init(
        job: Job, imageSize: PixelSize, sourceSHA256: String, damage: String? = nil, key: String
    ) {
        formatVersion = Self.currentFormatVersion
        name = job.name
        self.imageSize = imageSize
        maxZoomLevel = job.maxZoomLevel
        imageExtension = job.tiles.fileExtension
        density = job.layouts[0].density
        layouts = job.layouts.map { LayoutEntry($0, of: job, imageSize: imageSize) }
        thumbnails = job.thumbnails.map { ThumbnailEntry($0, imageSize: imageSize) }
        attribution = job.attribution
        source = SourceEntry(path: job.source.manifestPath, sha256: sourceSHA256)
        damaged = damage
        self.key = key
    }
}

extension Descriptor.LayoutEntry {
    package init(_ layout: any Layout, of job: Job, imageSize: PixelSize) {
        let levels = layout.levels(of: imageSize).map(Descriptor.LevelEntry.init)
        guard let first = levels.first, let last = levels.last else {
            preconditionFailure("a layout has at least one level")
        }
        let facts = ImageFacts(
            name: job.name, size: imageSize, fileExtension: job.tiles.fileExtension)
        name = layout.name
        tileSizes = layout.coverages(of: imageSize).map { PixelSize(width: $0, height: $0) }
        minTileLevel = first.level
        maxTileLevel = last.level
        tilePath = layout.tilePath(name: job.name, extension: job.tiles.fileExtension)
        overlap = layout.overlap
        sideFile = layout.sideFile(of: facts)?.path
        self.levels = levels
    }

    /// The paths of its tiles, for an image of this name and size.
    package func paths(name: String, imageSize: PixelSize) -> TilePaths {
        TilePaths(
            template: tilePath, name: name, layout: Layouts.named(self.name), imageSize: imageSize,
            levels: levels)
    }
}
