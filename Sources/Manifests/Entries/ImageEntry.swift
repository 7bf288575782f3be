import TilePyramid

/// One entry of the list `images`: one image, or those that a pattern matches.
struct ImageEntry: Sendable {
    /// The entry's first key.
    let place: Place
    /// What the entry itself says; its source is not absent.
    let own: ImageSettings
    /// The same with `defaults` behind it.
    let settings: ImageSettings
    /// Those of the layouts asked for whose settings are without a fault.
    let soundLayouts: [any Layout]

    /// By default one; `nil` where something in one of them is unusable.
    let thumbnails: [ThumbnailSpec]?

    /// The layouts asked for; `nil` where something in one of them is unusable.
    var layouts: [any Layout]? {
        soundLayouts.count == settings.layoutsAsked?.count ? soundLayouts : nil
    }

    var source: Setting<String> { own.source }
    var name: Setting<String> { own.name }

    /// Reads the entry at `node`.
    static func read(_ node: Node, defaults: ImageSettings)
        -> (entry: ImageEntry?, diagnostics: [Diagnostic])
    {
        guard case .mapping(let mapping) = node.content else {
            var hint: String?
            if case .scalar(let scalar) = node.content, !scalar.text.isEmpty {
                hint = "write '- source: ...'"
            }
            let rejected = node.rejected(
                expecting: "a mapping with 'source'", for: "images", hint: hint)
            return (nil, rejected.diagnostics)
        }
        var findings: [Diagnostic] = []
        var own = ImageSettings(mapping, of: .image, &findings)
        if own.source.isAbsent {
            if mapping.isComplete {
                findings.append(node.place.error("'source' is missing; each image has one"))
            }
            own.source = .faulty
        }
        let settings = own.over(defaults)
        let entry = ImageEntry(
            place: node.place, own: own, settings: settings, soundLayouts: settings.soundLayouts,
            thumbnails: settings.thumbnailSpecs)
        return (entry, findings)
    }
}
