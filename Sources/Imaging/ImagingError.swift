import TilePyramid

/// Why an image could not be opened, decoded, shrunk or encoded.
public enum ImagingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The image library itself.
    case library(String)
    case cannotRead(String)
    /// No loader of this libvips knows the content.
    case unknownFormat
    /// A loader knows it, but it is no image format that tilecut cuts.
    case refusedFormat(String)
    case damaged(format: String, detail: String)
    case noSuchPage(page: Int, pages: Int)
    case unsupportedPixels(String)
    case encoding(format: ImageFormat, detail: String)

    public var description: String {
        switch self {
        case .library(let detail): "libvips: \(detail)"
        case .cannotRead(let detail): detail
        case .unknownFormat:
            "format not supported by this libvips (the content is no image that it knows)"
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

    private static func isTruncation(_ detail: String) -> Bool {
        let text = detail.lowercased()
        return ["premature end", "truncated", "unexpected end", "end of file", "eof", "not enough"]
            .contains { text.contains($0) }
    }
}
