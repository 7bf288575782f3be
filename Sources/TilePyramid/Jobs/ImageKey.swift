/// The keys that a manifest has for an image, in the order of the documentation.
///
/// What must be said of each of them is said in switches over all: how it is read
/// (`ImageSettings`, in the manifests' reader) and what a change of it makes due (`Recipe`, in the
/// pipeline).
package enum ImageKey: String, Sendable, CaseIterable {
    case source, name
    case tileSizes, minTileLevel, maxTileLevel, density, layout, layouts
    case tileSize, overlap
    case `extension`, quality, lossless, compression, background, linearLight
    case thumbnail, maxZoomLevel, page, maxPixels, maxTiles, sha256, onDamage, attribution

    /// Says something of one image only, so `defaults` cannot have it.
    package var isOfOneImage: Bool { self == .source || self == .name }

    /// A layout's key, as an image has it.
    package init(_ key: LayoutKey) {
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
