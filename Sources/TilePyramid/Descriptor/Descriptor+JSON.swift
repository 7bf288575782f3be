/// The descriptor as it is written: keys in their documented order.
extension Descriptor {
    package var json: JSONText {
        let first = layouts[0]
        var members: [(key: String, value: JSONText)] = [
            ("formatVersion", .integer(formatVersion)),
            ("name", .string(name)),
            ("layout", .string(first.name)),
            ("imageSize", imageSize.json),
        ]
        members += first.levelBounds
        members += [
            ("maxZoomLevel", .number(maxZoomLevel)),
            ("imageExtension", .string(imageExtension)),
            ("density", density.json),
        ]
        members += first.paths
        members.append(("levels", .lines(first.levels.map(\.json))))
        if layouts.count > 1 {
            members.append(("otherLayouts", .lines(layouts.dropFirst().map(\.json))))
        }
        members.append(("thumbnails", .inlineArray(thumbnails.map(\.json))))
        if let attribution { members.append(("attribution", .string(attribution))) }
        members.append(
            (
                "source",
                .inlineObject([("path", .string(source.path)), ("sha256", .string(source.sha256))])
            ))
        if let damaged { members.append(("damaged", .string(damaged))) }
        members.append(("key", .string(key)))
        return .object(members)
    }
}

extension Descriptor.LayoutEntry {
    fileprivate var json: JSONText {
        .object(
            [("layout", .string(name))] + levelBounds + paths
                + [("levels", .lines(levels.map(\.json)))])
    }

    fileprivate var levelBounds: [(key: String, value: JSONText)] {
        [
            ("tileSizes", .inlineArray(tileSizes.map(\.json))),
            ("minTileLevel", .integer(minTileLevel)),
            ("maxTileLevel", .integer(maxTileLevel)),
        ]
    }

    fileprivate var paths: [(key: String, value: JSONText)] {
        var members: [(key: String, value: JSONText)] = [("tilePath", .string(tilePath))]
        if let overlap { members.append(("overlap", .integer(overlap))) }
        if let sideFile { members.append(("sideFile", .string(sideFile))) }
        return members
    }
}

extension Descriptor.LevelEntry {
    fileprivate var json: JSONText {
        .inlineObject([
            ("level", .integer(level)),
            ("tileSize", .integer(tileSize)),
            ("scale", .number(scale)),
            ("pixelSize", pixelSize.json),
            ("columns", .integer(columns)),
            ("rows", .integer(rows)),
        ])
    }
}

extension Descriptor.ThumbnailEntry {
    var json: JSONText {
        .inlineObject([
            ("name", .string(name)), ("path", .string(path)), ("width", .integer(width)),
            ("height", .integer(height)),
        ])
    }
}

extension PixelSize {
    var json: JSONText {
        .inlineObject([("width", .integer(width)), ("height", .integer(height))])
    }
}

extension Density {
    fileprivate var json: JSONText {
        switch self {
        case .one: .integer(1)
        case .two: .integer(2)
        case .four: .integer(4)
        case .full: .string("full")
        }
    }
}

/// The descriptor as it is read.
extension Descriptor: Codable {
    private enum Key: String, CodingKey {
        case formatVersion, name, imageSize, maxZoomLevel, imageExtension, density, otherLayouts
        case thumbnails, attribution, source, damaged, key
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        formatVersion = try container.decode(Int.self, forKey: .formatVersion)
        name = try container.decode(String.self, forKey: .name)
        imageSize = try container.decode(PixelSize.self, forKey: .imageSize)
        maxZoomLevel = try container.decode(Double.self, forKey: .maxZoomLevel)
        imageExtension = try container.decode(String.self, forKey: .imageExtension)
        density = try container.decode(Density.self, forKey: .density)
        let others = try container.decodeIfPresent([LayoutEntry].self, forKey: .otherLayouts)
        layouts = [try LayoutEntry(from: decoder)] + (others ?? [])
        thumbnails = try container.decode([ThumbnailEntry].self, forKey: .thumbnails)
        attribution = try container.decodeIfPresent(String.self, forKey: .attribution)
        source = try container.decode(SourceEntry.self, forKey: .source)
        damaged = try container.decodeIfPresent(String.self, forKey: .damaged)
        key = try container.decode(String.self, forKey: .key)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(formatVersion, forKey: .formatVersion)
        try container.encode(name, forKey: .name)
        try container.encode(imageSize, forKey: .imageSize)
        try container.encode(maxZoomLevel, forKey: .maxZoomLevel)
        try container.encode(imageExtension, forKey: .imageExtension)
        try container.encode(density, forKey: .density)
        try layouts[0].encode(to: encoder)
        if layouts.count > 1 {
            try container.encode(Array(layouts.dropFirst()), forKey: .otherLayouts)
        }
        try container.encode(thumbnails, forKey: .thumbnails)
        try container.encodeIfPresent(attribution, forKey: .attribution)
        try container.encode(source, forKey: .source)
        try container.encodeIfPresent(damaged, forKey: .damaged)
        try container.encode(key, forKey: .key)
    }
}
