extension PixelSize {
    var json: JSONText {
        .inlineObject([("width", .integer(width)), ("height", .integer(height))])
    }
}

extension Descriptor {
    /// The descriptor as it is written: keys in their documented order.
    public var json: JSONText {
        var members: [(key: String, value: JSONText)] = [
            ("formatVersion", .integer(formatVersion)),
            ("name", .string(name)),
            ("layout", .string(layout)),
            ("imageSize", imageSize.json),
            ("tileSizes", .inlineArray(tileSizes.map(\.json))),
            ("minTileLevel", .integer(minTileLevel)),
            ("maxTileLevel", .integer(maxTileLevel)),
            ("maxZoomLevel", .number(maxZoomLevel)),
            ("imageExtension", .string(imageExtension)),
            ("density", density.json),
            ("tilePath", .string(tilePath)),
            ("levels", .lines(levels.map(\.json))),
            ("thumbnails", .inlineArray(thumbnails.map(\.json))),
        ]
        if let attribution { members.append(("attribution", .string(attribution))) }
        members.append(
            (
                "source",
                .inlineObject([("path", .string(source.path)), ("sha256", .string(source.sha256))])
            ))
        members.append(("key", .string(key)))
        return .object(members)
    }
}

extension Density {
    var json: JSONText {
        switch self {
        case .one: .integer(1)
        case .two: .integer(2)
        case .four: .integer(4)
        case .full: .string("full")
        }
    }
}

extension Descriptor.LevelEntry {
    var json: JSONText {
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
