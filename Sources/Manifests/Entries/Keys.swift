import TilePyramid

/// The keys at the top of a manifest.
enum ManifestKey: String, CaseIterable {
    case version, output, defaults, images
}

/// The keys of an image, in the order of the documentation. What each of them is, is said in
/// `ImageSettings.field(of:)`.
enum ImageKey: String, CaseIterable {
    case source, name
    case tileSizes, minTileLevel, maxTileLevel, density, layout, layouts
    case tileSize, overlap
    case `extension`, quality, lossless, compression, background, linearLight
    case thumbnail, maxZoomLevel, page, maxPixels, maxTiles, sha256, attribution

    /// Says something of one image only, so `defaults` cannot have it.
    var isOfOneImage: Bool { self == .source || self == .name }

    /// A layout's key, as an image has it.
    init(_ key: LayoutKey) {
        switch key {
        case .tileSizes: self = .tileSizes
        case .minTileLevel: self = .minTileLevel
        case .maxTileLevel: self = .maxTileLevel
        case .density: self = .density
        case .tileSize: self = .tileSize
        case .overlap: self = .overlap
        }
    }
}

/// The keys of a thumbnail.
enum ThumbnailKey: String, CaseIterable {
    case name, size
    case `extension`, quality, lossless, compression
}

/// The keys that images and thumbnails have for how pixels become a file.
enum EncodingKey: String, CaseIterable {
    case `extension`, quality, lossless, compression
}
