/// The manifest's keys that layouts look at.
package enum LayoutKey: String, Hashable, Sendable, CaseIterable {
    case tileSizes, minTileLevel, maxTileLevel, density
    case tileSize, overlap
}

/// What a manifest says for these keys, before any layout has looked at it: `nil` where it says
/// nothing.
package struct LayoutSettings: Sendable {
    package var tileSizes: [Int]?
    package var minTileLevel: Int?
    package var maxTileLevel: Int?
    package var density: Density?
    package var tileSize: Int?
    package var overlap: Int?
    /// Keys whose values cannot be used, which has been reported.
    package var unusable: Set<LayoutKey> = []

    /// Nothing is said.
    package init() {}

    /// What is said for every key: no key can be forgotten.
    package init(
        tileSizes: [Int]?, minTileLevel: Int?, maxTileLevel: Int?, density: Density?,
        tileSize: Int?, overlap: Int?, unusable: Set<LayoutKey>
    ) {
        self.tileSizes = tileSizes
        self.minTileLevel = minTileLevel
        self.maxTileLevel = maxTileLevel
        self.density = density
        self.tileSize = tileSize
        self.overlap = overlap
        self.unusable = unusable
    }

    /// Whether nothing stands against judging by `keys`.
    package func areUsable(_ keys: LayoutKey...) -> Bool { unusable.isDisjoint(with: keys) }
}

/// What is wrong with a setting of a layout. Where it is written, the manifest's reader knows.
package struct LayoutFault: Hashable, Sendable {
    package let key: LayoutKey
    /// Of a list, which entry.
    package let element: Int?
    /// Another key that has a part in it.
    package let related: LayoutKey?
    /// Expected, found, and what to do.
    package let message: String

    package init(
        _ key: LayoutKey, element: Int? = nil, related: LayoutKey? = nil, _ message: String
    ) {
        self.key = key
        self.element = element
        self.related = related
        self.message = message
    }
}
