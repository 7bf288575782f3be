import TilePyramid

/// What a manifest says of an image: by an image's own keys, by `defaults`, or by both put
/// together.
struct ImageSettings: Sendable {
    var source: Setting<String> = .absent
    var name: Setting<String> = .absent
    /// By `layout` or by `layouts`; without a fault at least one, none twice.
    var layoutTypes: Setting<[Located<any Layout.Type>]> = .absent
    var ofLayouts = LocatedLayoutSettings()
    var encoding = EncodingSettings()
    var background: Setting<RGBColor> = .absent
    var linearLight: Setting<Bool> = .absent
    var thumbnails: Setting<[ThumbnailSettings]> = .absent
    var maxZoomLevel: Setting<Double> = .absent
    var page: Setting<Int> = .absent
    var maxPixels: Setting<Int> = .absent
    var maxTiles: Setting<Int> = .absent
    var sha256: Setting<String> = .absent
    var onDamage: Setting<OnDamage> = .absent
    var attribution: Setting<String> = .absent
    /// The keys that are written here, and where; those of `defaults` are not among an image's.
    private(set) var keyPlaces: [ImageKey: Place] = [:]
}

extension ImageSettings: KeyedSettings {
    static let fields: [SettingField<ImageSettings, Job>] = fieldsOfAllKeys()

    static func field(of key: ImageKey) -> SettingField<ImageSettings, Job> {
        switch key {
        case .source:
            SettingField(\.source, Node.path) { path, job in
                SourcePattern.isPattern(path)
                    || job.source.manifestPath.isExactly(ManifestFolder.tidied(path))
            }
        case .name: SettingField(\.name, Node.name, in: \.name)
        case .tileSizes: ofLayouts(.tileSizes)
        case .minTileLevel: ofLayouts(.minTileLevel)
        case .maxTileLevel: ofLayouts(.maxTileLevel)
        case .density: ofLayouts(.density)
        case .layout: SettingField(\.layoutTypes, Node.layout, isIn: isCut)
        case .layouts: SettingField(\.layoutTypes, Node.layouts, isIn: isCut)
        case .tileSize: ofLayouts(.tileSize)
        case .overlap: ofLayouts(.overlap)
        case .extension: encoding(.extension)
        case .quality: encoding(.quality)
        case .lossless: encoding(.lossless)
        case .compression: encoding(.compression)
        case .background: SettingField(\.background, Node.colour, in: \.background)
        case .linearLight: SettingField(\.linearLight, Node.flag, in: \.linearLight)
        case .thumbnail:
            SettingField(\.thumbnails, Node.thumbnails) { list, job in
                list.count == job.thumbnails.count
            }
        case .maxZoomLevel:
            SettingField(\.maxZoomLevel, Node.positiveNumber, in: \.maxZoomLevel)
        case .page: SettingField(\.page, Node.wholeNumber(in: 0...1_000_000), in: \.page)
        case .maxPixels:
            SettingField(\.maxPixels, Node.wholeNumber(in: 1...1 << 62), in: \.maxPixels)
        case .maxTiles:
            SettingField(\.maxTiles, Node.wholeNumber(in: 1...1 << 62), in: \.maxTiles)
        case .sha256: SettingField(\.sha256, Node.digest, in: \.sha256)
        case .onDamage: SettingField(\.onDamage, Node.onDamage, in: \.onDamage)
        case .attribution: SettingField(\.attribution, Node.attribution, in: \.attribution)
        }
    }

    private static func ofLayouts(_ key: LayoutKey) -> SettingField<ImageSettings, Job> {
        SettingField(\.ofLayouts, LocatedLayoutSettings.field(of: key))
    }

    private static func encoding(_ key: EncodingKey) -> SettingField<ImageSettings, Job> {
        SettingField(\.encoding, EncodingSettings.field(of: key))
    }

    private static func isCut(_ types: [Located<any Layout.Type>], _ job: Job) -> Bool {
        types.map { $0.value.name } == job.layouts.map { $0.name }
    }
}

extension ImageSettings {
    /// Whose keys they are.
    enum Owner: String {
        case image = "an image"
        case defaults = "'defaults'"
    }

    /// What the keys of `mapping` say.
    init(_ mapping: Mapping, of owner: Owner, _ findings: inout [Diagnostic]) {
        let (known, unknown) = KnownEntries.of(
            mapping, ImageKey.self, in: owner.rawValue, findings: &findings)
        for word in unknown {
            // What was probably meant is not absent, so no rule takes a default for it.
            let keys = ImageKey.allCases.map(\.rawValue)
            if let key = Suggestion.nearest(to: word, among: keys).flatMap(ImageKey.init) {
                assumeFaulty(key)
            }
        }
        for (key, entry) in known {
            guard owner == .image || !key.isOfOneImage else {
                let message =
                    "\(key.rawValue.quoted) cannot stand in 'defaults'; it belongs to an image"
                findings.append(entry.key.place.error(message))
                continue
            }
            keyPlaces[key] = entry.key.place
            read(key, entry.value, &findings)
        }
        if let layout = keyPlaces[.layout], let layouts = keyPlaces[.layouts] {
            let isLast = layouts.start > layout.start
            findings.append(
                (isLast ? layouts : layout).error(
                    "'layout' and 'layouts' say the same, the other one on "
                        + "line \((isLast ? layout : layouts).line); keep one of them"))
            assumeFaulty(.layouts)
        }
    }
}
