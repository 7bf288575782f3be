/// One image to be cut, checked in every respect that does not need the image itself.
///
/// Made where a manifest is read; what comes after trusts it.
package struct Job: Sendable {
    /// The image's name: one path component, also the start of every tile's file name.
    package let name: String
    package let source: SourceFile
    /// Where the manifest lists the image.
    package let origin: ManifestOrigin
    /// The output root that the image's folder goes in.
    package let output: String
    /// At least one, in the manifest's order; all are cut in one pass.
    package let layouts: [any Layout]
    package let tiles: Encoding
    package let thumbnails: [ThumbnailSpec]
    /// What lies behind transparency where the format has none.
    package let background: RGBColor
    /// Shrink in linear light.
    package let linearLight: Bool
    /// The scroll view's maximum zoom scale, carried into the descriptor.
    package let maxZoomLevel: Double
    /// 0-based page of a source with several.
    package let page: Int
    /// Larger sources are refused.
    package let maxPixels: Int
    /// More tiles are refused.
    package let maxTiles: Int
    /// Pin of the source's bytes: 64 lower-case hexadecimal digits.
    package let sha256: String?
    package let onDamage: OnDamage
    /// Text carried into the descriptor.
    package let attribution: String?

    package init(
        name: String, source: SourceFile, origin: ManifestOrigin, output: String,
        layouts: [any Layout], tiles: Encoding, thumbnails: [ThumbnailSpec],
        background: RGBColor, linearLight: Bool, maxZoomLevel: Double, page: Int,
        maxPixels: Int, maxTiles: Int, sha256: String?, onDamage: OnDamage,
        attribution: String?
    ) {
        self.name = name
        self.source = source
        self.origin = origin
        self.output = output
        precondition(!layouts.isEmpty, "an image is cut in some layout")
        self.layouts = layouts
        self.tiles = tiles
        self.thumbnails = thumbnails
        self.background = background
        self.linearLight = linearLight
        self.maxZoomLevel = maxZoomLevel
        self.page = page
        self.maxPixels = maxPixels
        self.maxTiles = maxTiles
        self.sha256 = sha256
        self.onDamage = onDamage
        self.attribution = attribution
    }
}

/// A source file, as it is opened and as it is shown.
package struct SourceFile: Hashable, Sendable {
    /// Path to open.
    package let path: String
    /// Path relative to the manifest, as written there or as its glob matched; the same whatever
    /// the working directory.
    package let manifestPath: String

    package init(path: String, manifestPath: String) {
        self.path = path
        self.manifestPath = manifestPath
    }
}

/// A place in a manifest; lines count from 1.
package struct ManifestOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The manifest's path as the user gave it.
    package let file: String
    package let line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// `manifests/europe.yaml:12`
    package var description: String { "\(file):\(line)" }
}
