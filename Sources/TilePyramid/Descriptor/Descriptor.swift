/// `datasource.json`: what a viewer needs to know of one cut image.
///
/// It stands in the image's folder if and only if everything that it names stands there too.
/// Read it with `JSONDecoder`; write it with `json.document`, which keeps the order of the keys.
public struct Descriptor: Hashable, Sendable, Codable {
    /// The file's name in the image's folder.
    public static let fileName = "datasource.json"
    /// The format that this library writes and reads.
    public static let currentFormatVersion = 1

    public let formatVersion: Int
    public let name: String
    public let layout: String
    /// Size of the full, upright image in pixels.
    public let imageSize: PixelSize
    /// Coverage of a tile in full-image pixels; level `L` has entry `L - 1`. All levels of the
    /// manifest are here, also those outside `minTileLevel...maxTileLevel`, which are not cut.
    public let tileSizes: [PixelSize]
    public let minTileLevel: Int
    public let maxTileLevel: Int
    /// The scroll view's maximum zoom scale.
    public let maxZoomLevel: Double
    /// The extension of the tile files, without the dot.
    public let imageExtension: String
    public let density: Density
    /// A tile's path in the image's folder; see `TilePath`.
    public let tilePath: String
    /// The levels that were cut, from the most zoomed out.
    public let levels: [LevelEntry]
    public let thumbnails: [ThumbnailEntry]
    public let attribution: String?
    public let source: SourceEntry
    /// Digest of everything that shapes the folder: equal keys mean equal bytes.
    public let key: String

    public struct LevelEntry: Hashable, Sendable, Codable {
        public let level: Int
        /// Coverage of a tile in full-image pixels.
        public let tileSize: Int
        /// Stored pixels per full-image pixel.
        public let scale: Double
        /// Size of the whole level in stored pixels.
        public let pixelSize: PixelSize
        public let columns: Int
        public let rows: Int

        public init(_ level: Level) {
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

        public init(_ thumbnail: ThumbnailSpec, imageSize: PixelSize) {
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
    public init(job: Job, imageSize: PixelSize, sourceSHA256: String, key: String) {
        self.formatVersion = Self.currentFormatVersion
        self.name = job.name
        self.layout = "tiled"
        self.imageSize = imageSize
        self.tileSizes = job.layout.tileSizes.map { PixelSize(width: $0, height: $0) }
        self.minTileLevel = job.layout.minTileLevel
        self.maxTileLevel = job.layout.maxTileLevel
        self.maxZoomLevel = job.maxZoomLevel
        self.imageExtension = job.tiles.fileExtension
        self.density = job.layout.density
        self.tilePath = TilePath.template(name: job.name, extension: job.tiles.fileExtension)
        self.levels = job.layout.levels(of: imageSize).map(LevelEntry.init)
        self.thumbnails = job.thumbnails.map { ThumbnailEntry($0, imageSize: imageSize) }
        self.attribution = job.attribution
        self.source = SourceEntry(path: job.source.manifestPath, sha256: sourceSHA256)
        self.key = key
    }
}
