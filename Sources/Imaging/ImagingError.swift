import TilePyramid

/// Why an image could not be opened, decoded, shrunk or encoded.
package enum ImagingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The image library itself.
    case library(String)
    case cannotRead(String)
    /// No loader of this libvips reads the content; its name, where the first bytes tell it.
    case unknownFormat(String?)
    /// A loader knows it, but it is no image format that tilecut cuts.
    case refusedFormat(String)
    case damaged(format: String, detail: String)
    case noSuchPage(page: Int, pages: Int)
    case unsupportedPixels(String)
    case encoding(format: ImageFormat, detail: String)

    package var description: String {
        switch self {
        case .library(let detail): "libvips: \(detail)"
        case .cannotRead(let detail): detail
        case .unknownFormat(let name):
            "format not supported by this libvips "
                + (name.map { "(\($0))" } ?? "(the content is no image that it knows)")
        case .refusedFormat(let name): "is \(name), which is not cut; convert it to an image first"
        case .damaged(let format, let detail):
            Self.isTruncation(detail)
                ? "truncated \(format) (\(detail))" : "damaged \(format) (\(detail))"
        case .noSuchPage(let page, let pages):
            "has \(pages) page\(pages == 1 ? "" : "s"), so there is no page \(page) "
                + "(pages count from 0)"
        case .unsupportedPixels(let what): "pixels not supported: \(what)"
        case .encoding(let format, let detail): "cannot write \(format.rawValue): \(detail)"
        }
    }

    /// What a decoder's error means: data that are broken, or a kind of file that it cannot
    /// decode however whole it is.
    static func decoding(_ format: String, _ detail: String) -> ImagingError {
        let text = detail.lowercased()
        // libheif's number for more than it allows itself, however whole the file is.
        if format == "HEIF" && text.contains("(6.1000)") {
            return .unsupportedPixels("more pixels than this libheif allows")
        }
        // OpenJPEG 2.5.0 and older count tiles that reach beyond 32 bits as none.
        if format == "JPEG 2000" && text.contains("number of tiles : 0 x 0") {
            return .unsupportedPixels("tiles larger than this OpenJPEG reads")
        }
        if text.contains("unsupported") || text.contains("not supported")
            || text.contains("not implemented")
        {
            return .unsupportedPixels("\(format): \(detail)")
        }
        return .damaged(format: format, detail: detail)
    }

    /// A file whose header said something else when it was opened.
    static func changed(_ format: String) -> ImagingError {
        .damaged(format: format, detail: "it is another image than when it was opened")
    }

    private static func isTruncation(_ detail: String) -> Bool {
        let text = detail.lowercased()
        return ["premature end", "truncated", "unexpected end", "end of file", "eof", "not enough"]
            .contains { text.contains($0) }
    }
}
