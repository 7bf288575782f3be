/// An image file format that tiles and thumbnails can be written in.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg
    case png
    case webp
    case avif

    /// All that is particular to the format, but for how it is written.
    package struct Facts: Sendable {
        /// As a manifest writes them, without the dot; each is this format's alone.
        package let fileExtensions: [String]
        /// Largest width and height in pixels that the format can hold.
        package let maxSide: Int
        package let keepsTransparency: Bool
        /// The keys of a manifest that have an effect on it.
        package let settings: [Setting]
    }

    /// A setting of how pixels become a file.
    package enum Setting: Sendable {
        case quality
        /// The manifest may ask for it; a format that always is has no such setting.
        case lossless
        case compression
    }

    package var facts: Facts {
        switch self {
        case .jpeg:
            Facts(
                fileExtensions: ["jpg", "jpeg"], maxSide: 65500, keepsTransparency: false,
                settings: [.quality])
        case .png:
            Facts(
                fileExtensions: ["png"], maxSide: Int(Int32.max), keepsTransparency: true,
                settings: [.compression])
        case .webp:
            Facts(
                fileExtensions: ["webp"], maxSide: 16383, keepsTransparency: true,
                settings: [.quality, .lossless])
        case .avif:
            Facts(
                fileExtensions: ["avif"], maxSide: 65536, keepsTransparency: true,
                settings: [.quality, .lossless])
        }
    }

    /// The format of a file extension as a manifest writes it.
    package init?(fileExtension: String) {
        let found = Self.allCases.first { $0.facts.fileExtensions.contains(fileExtension) }
        guard let found else { return nil }
        self = found
    }

    /// The extensions that a manifest may name, in the order of the documentation.
    package static let fileExtensions = allCases.flatMap(\.facts.fileExtensions)

    package func has(_ setting: Setting) -> Bool { facts.settings.contains(setting) }
}
