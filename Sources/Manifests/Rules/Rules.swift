/// A rule on a manifest as a whole.
protocol ManifestRule: SendableMetatype {
    static func check(_ manifest: Manifest) -> [Diagnostic]
}

/// A rule on one entry of a manifest, whatever files it names.
protocol EntryRule: SendableMetatype {
    static func check(_ entry: ImageEntry) -> [Diagnostic]
}

/// A rule on one image: an entry and a file that it names.
protocol ImageRule: SendableMetatype {
    static func check(_ image: NamedImage) -> [Diagnostic]
}

/// A rule on the images of one output root, of all manifests, in manifest order.
protocol OutputRule: SendableMetatype {
    static func check(_ images: [NamedImage]) -> [Diagnostic]
}

/// What is checked once the values are known to be of the right type and in range.
///
/// Two rules look at more than one thing and are called by themselves: `OneNameOneFile` and
/// `OutputsDoNotNest`.
enum Rules {
    static let ofManifests: [any ManifestRule.Type] = [
        KeysOfDefaultsAreLookedAt.self
    ]

    static let ofEntries: [any EntryRule.Type] = [
        KeysOfLayoutsAreLookedAt.self,
        LayoutsFindNoFault.self,
        TileSidesFitTheFormat.self,
        LosslessHasEffect.self,
        CompressionHasEffect.self,
        QualityHasEffect.self,
        ThumbnailNamesAreUsable.self,
        ThumbnailNamesDiffer.self,
    ]

    static let ofImages: [any ImageRule.Type] = [
        NameIsUsable.self,
        FileNamesAreShort.self,
        PathsInTheFolderDiffer.self,
    ]

    static let ofOutputs: [any OutputRule.Type] = [
        NamesDiffer.self
    ]
}
