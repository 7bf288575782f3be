import TilePyramid

/// What a manifest says for the keys that layouts look at, with the places where it says so.
struct LocatedLayoutSettings: Sendable {
    var tileSizes: Setting<[Located<Int>]> = .absent
    var minTileLevel: Setting<Int> = .absent
    var maxTileLevel: Setting<Int> = .absent
    var density: Setting<Density> = .absent
    var tileSize: Setting<Int> = .absent
    var overlap: Setting<Int> = .absent
}

extension LocatedLayoutSettings: KeyedSettings {
    static let fields: [SettingField<LocatedLayoutSettings, LayoutSettings>] = fieldsOfAllKeys()

    static func field(of key: LayoutKey) -> SettingField<LocatedLayoutSettings, LayoutSettings> {
        switch key {
        case .tileSizes:
            SettingField(\.tileSizes, Node.tileSizes) { $0.map { $0.value } == $1.tileSizes }
        case .minTileLevel:
            SettingField(\.minTileLevel, Node.wholeNumber(in: 1...65535), in: \.minTileLevel)
        case .maxTileLevel:
            SettingField(\.maxTileLevel, Node.wholeNumber(in: 1...65535), in: \.maxTileLevel)
        case .density: SettingField(\.density, Node.density, in: \.density)
        case .tileSize:
            SettingField(\.tileSize, Node.wholeNumber(in: 1...65535), in: \.tileSize)
        case .overlap: SettingField(\.overlap, Node.wholeNumber(in: 0...8), in: \.overlap)
        }
    }

    /// What the layouts see of it.
    var settings: LayoutSettings {
        arrived(
            in: LayoutSettings(
                tileSizes: tileSizes.given?.value.map(\.value),
                minTileLevel: minTileLevel.given?.value, maxTileLevel: maxTileLevel.given?.value,
                density: density.given?.value, tileSize: tileSize.given?.value,
                overlap: overlap.given?.value,
                unusable: Set(LayoutKey.allCases.filter { Self.field(of: $0).isFaulty(self) })))
    }

    /// Where the value of `key` is written, of a list its entry `element`; `nil` where none is.
    func place(of key: LayoutKey, element: Int? = nil) -> Place? {
        switch key {
        case .tileSizes:
            if let element, let sizes = tileSizes.given?.value { return sizes[element].place }
        case .minTileLevel, .maxTileLevel, .density, .tileSize, .overlap:
            break
        }
        return Self.field(of: key).place(self)
    }
}

extension ImageSettings {
    /// The layouts that the image is cut in; `nil` where what says so is unusable.
    var layoutsAsked: [any Layout.Type]? {
        layoutTypes.value(default: []).map { types in
            types.isEmpty ? [Layouts.all[0]] : types.map(\.value)
        }
    }

    /// Those of the layouts whose settings are without a fault.
    var soundLayouts: [any Layout] {
        let settings = ofLayouts.settings
        return (layoutsAsked ?? []).compactMap { type in
            settings.unusable.isDisjoint(with: type.keys) && type.faults(in: settings).isEmpty
                ? type.init(settings) : nil
        }
    }
}

extension Node {
    /// One layout, by its name.
    func layout(for key: String) throws(Rejected) -> [Located<any Layout.Type>] {
        if case .sequence = content {
            throw rejected(
                expecting: "the name of a layout", for: key, hint: "'layouts' takes a list")
        }
        return [try namedLayout(for: key)]
    }

    /// A list of layouts, at least one and none twice.
    func layouts(for key: String) throws(Rejected) -> [Located<any Layout.Type>] {
        guard case .sequence(let nodes) = content else {
            var hint: String?
            if case .scalar(let scalar) = content, Layouts.named(scalar.text) != nil {
                hint = "write [\(scalar.text)]"
            }
            throw rejected(expecting: "a list of layouts", for: key, hint: hint)
        }
        guard !nodes.isEmpty else {
            throw Rejected(diagnostics: [
                place.error(
                    "expected at least one layout for \(key.quoted) but found an empty list")
            ])
        }
        var types: [Located<any Layout.Type>] = []
        var diagnostics: [Diagnostic] = []
        for node in nodes {
            do throws(Rejected) {
                let type = try node.namedLayout(for: key)
                if types.contains(where: { $0.value.name == type.value.name }) {
                    diagnostics.append(
                        node.place.error(
                            "layout \(type.value.name.quoted) is listed twice: two layouts on "
                                + "one path; leave one of them out"))
                }
                types.append(type)
            } catch {
                diagnostics += error.diagnostics
            }
        }
        guard diagnostics.isEmpty, types.count == nodes.count else {
            throw Rejected(diagnostics: diagnostics)
        }
        return types
    }

    private func namedLayout(for key: String) throws(Rejected) -> Located<any Layout.Type> {
        let name = try word(Layouts.all.map { $0.name }, for: key)
        guard let type = Layouts.named(name) else {
            preconditionFailure("the word was found among the layouts' names")
        }
        return Located(value: type, place: place)
    }
}
