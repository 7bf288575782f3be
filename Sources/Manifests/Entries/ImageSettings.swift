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

extension ImageSettings {
    /// Takes in what `entry` says under `key`; `source` and `name` are read elsewhere.
    mutating func read(
        _ key: ImageKey, _ entry: Mapping.Entry, _ findings: inout [Diagnostic]
    ) {
        let node = entry.value
        func setting<Value>(_ read: (Node, String) throws(Rejected) -> Value) -> Setting<Value> {
            Setting(node, &findings) { node throws(Rejected) in try read(node, key.rawValue) }
        }
        func wholeNumber(_ range: ClosedRange<Int>) -> Setting<Int> {
            setting { node, key throws(Rejected) in try node.wholeNumber(for: key, in: range) }
        }
        switch key {
        case .source, .name:
            break
        case .tileSizes:
            tileSizes = setting { node, key throws(Rejected) in try node.tileSizes(for: key) }
        case .minTileLevel: minTileLevel = wholeNumber(1...65535)
        case .maxTileLevel: maxTileLevel = wholeNumber(1...65535)
        case .density:
            density = setting { node, key throws(Rejected) in try node.density(for: key) }
        case .layout:
            layout = setting { node, key throws(Rejected) in try node.layout(for: key) }
        case .tileSize, .overlap, .levels, .baseURL:
            keysOfOtherLayouts.append(Located(value: key, place: entry.key.place))
        case .extension: encoding.readExtension(node, &findings)
        case .quality: encoding.readQuality(node, &findings)
        case .lossless: encoding.readLossless(node, &findings)
        case .compression: encoding.readCompression(node, &findings)
        case .background:
            background = setting { node, key throws(Rejected) in try node.colour(for: key) }
        case .linearLight:
            linearLight = setting { node, key throws(Rejected) in try node.flag(for: key) }
        case .thumbnail:
            thumbnails = setting { node, _ throws(Rejected) in try node.thumbnails() }
        case .maxZoomLevel:
            maxZoomLevel = setting { node, key throws(Rejected) in
                try node.positiveNumber(for: key)
            }
        case .page: page = wholeNumber(0...1_000_000)
        case .maxPixels: maxPixels = wholeNumber(1...1 << 62)
        case .maxTiles: maxTiles = wholeNumber(1...1 << 62)
        case .sha256:
            sha256 = setting { node, key throws(Rejected) in try node.digest(for: key) }
        case .attribution:
            attribution = setting { node, key throws(Rejected) in
                try node.attribution(for: key)
            }
        }
    }
}

extension ImageSettings {
    /// Takes `key` as given but unusable where other keys are judged by it.
    mutating func assumeFaulty(_ key: ImageKey) {
        switch key {
        case .tileSizes: tileSizes = .faulty
        case .minTileLevel: minTileLevel = .faulty
        case .maxTileLevel: maxTileLevel = .faulty
        case .density: density = .faulty
        case .layout: layout = .faulty
        case .extension: encoding.fileExtension = .faulty
        case .thumbnail: thumbnails = .faulty
        default: break
        }
    }
}

extension Node {
    fileprivate func layout(for key: String) throws(Rejected) -> LayoutWord {
        let word = try word(LayoutWord.allCases.map(\.rawValue), for: key)
        guard let layout = LayoutWord(rawValue: word) else {
            preconditionFailure("the word was found among the layouts")
        }
        return layout
    }
}
