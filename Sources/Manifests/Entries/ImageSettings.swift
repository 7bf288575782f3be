import TilePyramid

/// What a manifest says of how an image is cut: by an image's own keys, by `defaults`, or by both
/// put together.
struct ImageSettings: Sendable {
    var tileSizes: Setting<[Located<Int>]> = .absent
    var minTileLevel: Setting<Int> = .absent
    var maxTileLevel: Setting<Int> = .absent
    var density: Setting<Density> = .absent
    var layout: Setting<LayoutWord> = .absent
    /// Keys of other layouts than `tiled`.
    var keysOfOtherLayouts: [Located<ImageKey>] = []
    var encoding = EncodingSettings()
    var thumbnails: Setting<[ThumbnailSettings]> = .absent
    var background: Setting<RGBColor> = .absent
    var linearLight: Setting<Bool> = .absent
    var maxZoomLevel: Setting<Double> = .absent
    var page: Setting<Int> = .absent
    var maxPixels: Setting<Int> = .absent
    var maxTiles: Setting<Int> = .absent
    var sha256: Setting<String> = .absent
    var attribution: Setting<String> = .absent

    /// These settings, with those of `defaults` where nothing is said here. Key by key; a value is
    /// taken whole or not at all.
    func over(_ defaults: ImageSettings) -> ImageSettings {
        ImageSettings(
            tileSizes: tileSizes.over(defaults.tileSizes),
            minTileLevel: minTileLevel.over(defaults.minTileLevel),
            maxTileLevel: maxTileLevel.over(defaults.maxTileLevel),
            density: density.over(defaults.density),
            layout: layout.over(defaults.layout),
            keysOfOtherLayouts: keysOfOtherLayouts + defaults.keysOfOtherLayouts,
            encoding: encoding.over(defaults.encoding),
            thumbnails: thumbnails.over(defaults.thumbnails),
            background: background.over(defaults.background),
            linearLight: linearLight.over(defaults.linearLight),
            maxZoomLevel: maxZoomLevel.over(defaults.maxZoomLevel),
            page: page.over(defaults.page),
            maxPixels: maxPixels.over(defaults.maxPixels),
            maxTiles: maxTiles.over(defaults.maxTiles),
            sha256: sha256.over(defaults.sha256),
            attribution: attribution.over(defaults.attribution))
    }
}
