import TilePyramid

/// What a manifest says of how pixels become a file, for an image or for a thumbnail.
struct EncodingSettings: Sendable {
    var fileExtension: Setting<String> = .absent
    var quality: Setting<Int> = .absent
    var lossless: Setting<Bool> = .absent
    var compression: Setting<Int> = .absent

    /// These settings, with `base` where nothing is said here.
    func over(_ base: EncodingSettings) -> EncodingSettings {
        EncodingSettings(
            fileExtension: fileExtension.over(base.fileExtension),
            quality: quality.over(base.quality),
            lossless: lossless.over(base.lossless),
            compression: compression.over(base.compression))
    }

    /// The format; `nil` where the extension is unusable.
    var format: ImageFormat? {
        fileExtension.value(default: "jpg").flatMap(ImageFormat.init(fileExtension:))
    }

    /// The encoding; `nil` where something in it is unusable.
    ///
    /// What the format has no use for gets its default value, so that a change to it in `defaults`
    /// does not make tiles stale that it has no effect on.
    var encoding: Encoding? {
        guard let fileExtension = fileExtension.value(default: "jpg"), let format,
            let quality = quality.value(default: 80),
            let lossless = lossless.value(default: false),
            let compression = compression.value(default: 6)
        else { return nil }
        return Encoding(
            format: format, fileExtension: fileExtension,
            quality: format.hasQuality ? quality : 80,
            lossless: format.hasLossless && lossless,
            compression: format.hasCompression ? compression : 6)
    }
}

extension ImageFormat {
    var hasQuality: Bool { self != .png }
    /// Can be lossless or not, as the manifest says.
    var hasLossless: Bool { self == .webp || self == .avif }
    var hasCompression: Bool { self == .png }
}

extension EncodingSettings {
    mutating func readExtension(_ node: Node, _ findings: inout [Diagnostic]) {
        fileExtension = Setting(node, &findings) { node throws(Rejected) in
            try node.word(ImageFormat.fileExtensions, for: "extension")
        }
    }

    mutating func readQuality(_ node: Node, _ findings: inout [Diagnostic]) {
        quality = Setting(node, &findings) { node throws(Rejected) in
            try node.wholeNumber(for: "quality", in: 1...100)
        }
    }

    mutating func readLossless(_ node: Node, _ findings: inout [Diagnostic]) {
        lossless = Setting(node, &findings) { node throws(Rejected) in
            try node.flag(for: "lossless")
        }
    }

    mutating func readCompression(_ node: Node, _ findings: inout [Diagnostic]) {
        compression = Setting(node, &findings) { node throws(Rejected) in
            try node.wholeNumber(for: "compression", in: 0...9)
        }
    }
}
