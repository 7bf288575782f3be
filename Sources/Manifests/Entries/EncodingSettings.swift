import TilePyramid

/// What a manifest says of how pixels become a file, for an image or for a thumbnail.
struct EncodingSettings: Sendable {
    var fileExtension: Setting<String> = .absent
    var quality: Setting<Int> = .absent
    var lossless: Setting<Bool> = .absent
    var compression: Setting<Int> = .absent

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
        return arrived(
            in: Encoding(
                format: format, fileExtension: fileExtension,
                quality: format.has(.quality) ? quality : 80,
                lossless: format.has(.lossless) && lossless,
                compression: format.has(.compression) ? compression : 6))
    }
}

extension EncodingSettings: KeyedSettings {
    static let fields: [SettingField<EncodingSettings, Encoding>] = fieldsOfAllKeys()

    static func field(of key: EncodingKey) -> SettingField<EncodingSettings, Encoding> {
        switch key {
        case .extension: SettingField(\.fileExtension, Node.fileExtension, in: \.fileExtension)
        case .quality:
            SettingField(\.quality, Node.wholeNumber(in: 1...100)) {
                !$1.format.has(.quality) || $0 == $1.quality
            }
        case .lossless:
            SettingField(\.lossless, Node.flag) { !$1.format.has(.lossless) || $0 == $1.lossless }
        case .compression:
            SettingField(\.compression, Node.wholeNumber(in: 0...9)) {
                !$1.format.has(.compression) || $0 == $1.compression
            }
        }
    }
}
