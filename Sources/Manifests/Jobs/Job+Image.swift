import TilePyramid

extension Job {
    /// The job of `image`, all of whose settings have passed the rules. Where an image says
    /// nothing `defaults` does, and where that says nothing the built-in value stands here.
    init?(_ image: NamedImage, output: String) {
        let settings = image.entry.settings
        guard let levels = settings.cutLevels(at: image.entry.place),
            let tiles = settings.encoding.encoding,
            let thumbnails = Self.thumbnails(settings, at: image.entry.place),
            let background = settings.background.value(default: .white),
            let linearLight = settings.linearLight.value(default: false),
            let maxZoomLevel = settings.maxZoomLevel.value(default: 2),
            let page = settings.page.value(default: 0),
            let maxPixels = settings.maxPixels.value(default: 1_000_000_000),
            let maxTiles = settings.maxTiles.value(default: 10_000_000),
            !settings.sha256.isFaulty, !settings.attribution.isFaulty
        else { return nil }
        self.init(
            name: image.name, source: image.file, origin: image.origin, output: output,
            layout: TiledLayout(
                tileSizes: levels.sizes.map(\.value), minTileLevel: levels.range.lowerBound,
                maxTileLevel: levels.range.upperBound, density: levels.density),
            tiles: tiles, thumbnails: thumbnails, background: background,
            linearLight: linearLight, maxZoomLevel: maxZoomLevel, page: page,
            maxPixels: maxPixels, maxTiles: maxTiles, sha256: settings.sha256.given?.value,
            attribution: settings.attribution.given?.value)
    }

    private static func thumbnails(_ settings: ImageSettings, at place: Place)
        -> [ThumbnailSpec]?
    {
        guard let list = settings.thumbnails.value(default: [ThumbnailSettings(place: place)])
        else { return nil }
        let specs = list.compactMap { thumbnail -> ThumbnailSpec? in
            guard let name = thumbnail.name.value(default: ThumbnailSettings.singleName),
                let box = thumbnail.box.value(default: PixelSize(width: 256, height: 256)),
                let encoding = thumbnail.encoding.over(settings.encoding).encoding
            else { return nil }
            return ThumbnailSpec(name: name, box: box, encoding: encoding)
        }
        return specs.count == list.count ? specs : nil
    }
}
