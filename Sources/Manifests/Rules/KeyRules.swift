import TilePyramid

/// The rules on where a key may stand.
enum KeyRules {
    /// A layout's key stands on an image only if one of the image's layouts looks at it.
    enum KeysOfLayoutsAreLookedAt: EntryRule {
        static func check(_ entry: ImageEntry) -> [Diagnostic] {
            guard let layouts = entry.settings.layoutsAsked else { return [] }
            return LayoutKeys.written(in: entry.own, butNotOf: layouts).map { key, place in
                place.error(
                    LayoutKeys.owners(of: key) + "; " + LayoutKeys.advice(for: key, in: layouts))
            }
        }
    }

    /// A layout's key stands in `defaults` only if some image of the manifest has a layout that looks
    /// at it.
    enum KeysOfDefaultsAreLookedAt: ManifestRule {
        static func check(_ manifest: Manifest) -> [Diagnostic] {
            var layouts: [any Layout.Type] = []
            for entry in manifest.entries {
                guard let asked = entry.settings.layoutsAsked else { return [] }
                layouts += asked.filter { type in !layouts.contains { $0.name == type.name } }
            }
            guard !layouts.isEmpty else { return [] }
            return LayoutKeys.written(in: manifest.defaults, butNotOf: layouts).map { key, place in
                place.error(
                    LayoutKeys.owners(of: key) + ", which no image of this manifest has; "
                        + LayoutKeys.advice(for: key, in: layouts))
            }
        }
    }

    /// Which layout a key is of, as messages have it.
    private enum LayoutKeys {
        /// The keys that are written in `settings` and that none of `layouts` looks at.
        static func written(in settings: ImageSettings, butNotOf layouts: [any Layout.Type])
            -> [(key: LayoutKey, place: Place)]
        {
            LayoutKey.allCases.filter { key in !layouts.contains { $0.keys.contains(key) } }
                .compactMap { key in settings.keyPlaces[ImageKey(key)].map { (key, $0) } }
        }

        /// `'overlap' belongs to layout 'dzi'`
        static func owners(of key: LayoutKey) -> String {
            let owners = Layouts.all.filter { $0.keys.contains(key) }.map { $0.name }
            return "\(key.rawValue.quoted) belongs to layout \(owners.quotedAlternatives)"
        }

        /// What to write instead: the key of `layouts` that is probably meant, or nothing.
        static func advice(for key: LayoutKey, in layouts: [any Layout.Type]) -> String {
            for layout in layouts {
                let near = Suggestion.nearest(to: key.rawValue, among: layout.keys.map(\.rawValue))
                if let near { return "in \(layout.name.quoted) write \(near.quoted)" }
            }
            return "in \(layouts.map { $0.name }.quotedAlternatives) leave it out"
        }
    }
}
