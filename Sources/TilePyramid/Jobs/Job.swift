/// One image to be cut, checked in every respect that does not need the image itself.
///
/// Made where a manifest is read; what comes after trusts it.
public struct Job: Hashable, Sendable {
    /// The image's name: one path component, also the start of every tile's file name.
    public let name: String
    public let source: SourceFile
    /// Where the manifest lists the image.
    public let origin: ManifestOrigin
    /// The output root that the image's folder goes in.
    public let output: String
    public let layout: TiledLayout
    public let tiles: Encoding
    public let thumbnails: [ThumbnailSpec]
    /// What lies behind transparency where the format has none.
    public let background: RGBColor
    /// Shrink in linear light.
    public let linearLight: Bool
    /// The scroll view's maximum zoom scale, carried into the descriptor.
    public let maxZoomLevel: Double
    /// 0-based page of a source with several.
    public let page: Int
    /// Larger sources are refused.
    public let maxPixels: Int
    /// More tiles are refused.
    public let maxTiles: Int
    /// Pin of the source's bytes: 64 lower-case hexadecimal digits.
    public let sha256: String?
    /// Text carried into the descriptor.
    public let attribution: String?

    public init(
        name: String, source: SourceFile, origin: ManifestOrigin, output: String,
        layout: TiledLayout, tiles: Encoding, thumbnails: [ThumbnailSpec],
        background: RGBColor, linearLight: Bool, maxZoomLevel: Double, page: Int,
        maxPixels: Int, maxTiles: Int, sha256: String?, attribution: String?
    ) {
        self.name = name
        self.source = source
        self.origin = origin
        self.output = output
        self.layout = layout
        self.tiles = tiles
        self.thumbnails = thumbnails
        self.background = background
        self.linearLight = linearLight
        self.maxZoomLevel = maxZoomLevel
        self.page = page
        self.maxPixels = maxPixels
        self.maxTiles = maxTiles
        self.sha256 = sha256
        self.attribution = attribution
    }
}

/// A source file, as it is opened and as it is shown.
public struct SourceFile: Hashable, Sendable {
    /// Path to open.
    public let path: String
    /// Path relative to the manifest, as written there or as its glob matched; the same whatever
    /// the working directory.
    public let manifestPath: String

    public init(path: String, manifestPath: String) {
        self.path = path
        self.manifestPath = manifestPath
    }
}

/// A place in a manifest; lines count from 1.
public struct ManifestOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The manifest's path as the user gave it.
    public let file: String
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// `manifests/europe.yaml:12`
    public var description: String { "\(file):\(line)" }
}
