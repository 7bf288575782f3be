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
/// Two rules look at more than one thing and are called by themselves:
/// `NameRules.OneNameOneFile` and `OutputRules.OutputsDoNotNest`.
enum Rules {
    static let ofManifests: [any ManifestRule.Type] = [
        KeyRules.KeysOfDefaultsAreLookedAt.self
    ]

    static let ofEntries: [any EntryRule.Type] = [
        KeyRules.KeysOfLayoutsAreLookedAt.self,
        LayoutRules.LayoutsFindNoFault.self,
        LayoutRules.TileSidesFitTheFormat.self,
        EncodingRules.LosslessHasEffect.self,
        EncodingRules.CompressionHasEffect.self,
        EncodingRules.QualityHasEffect.self,
        NameRules.ThumbnailNamesAreUsable.self,
        NameRules.ThumbnailNamesDiffer.self,
    ]

    static let ofImages: [any ImageRule.Type] = [
        NameRules.NameIsUsable.self,
        NameRules.FileNamesAreShort.self,
        LayoutRules.PathsInTheFolderDiffer.self,
    ]

    static let ofOutputs: [any OutputRule.Type] = [
        OutputRules.NamesDiffer.self
    ]
}
