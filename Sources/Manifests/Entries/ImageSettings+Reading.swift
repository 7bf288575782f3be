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
