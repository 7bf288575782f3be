/// The keys at the top of a manifest.
enum ManifestKey: String, CaseIterable {
    case version, output, defaults, images
}

/// The keys of an image.
enum ImageKey: String, CaseIterable {
    case source, name
    case tileSizes, minTileLevel, maxTileLevel, density, layout
    case tileSize, overlap, levels, baseURL
    case `extension`, quality, lossless, compression, background, linearLight
    case thumbnail, maxZoomLevel, page, maxPixels, maxTiles, sha256, attribution

    /// Says something of one image only, so `defaults` cannot have it.
    var isOfOneImage: Bool { self == .source || self == .name }

    /// The key that `word`, which is none, was probably meant to be.
    static func meant(by word: String) -> ImageKey? {
        Suggestion.nearest(to: word, among: allCases.map(\.rawValue)).flatMap(ImageKey.init)
    }
}

/// The keys of a thumbnail.
enum ThumbnailKey: String, CaseIterable {
    case name, size
    case `extension`, quality, lossless, compression
}

/// The values of `layout` that a manifest may have in some version of tilecut.
enum LayoutWord: String, CaseIterable {
    case tiled, photoscroller, dzi, zoomify, iiif3, xyz
}
