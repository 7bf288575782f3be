import CVips
import CVipsShim

/// libvips' error buffer, which all threads share: its text is a detail, not the whole story.
package enum VipsErrors {
    /// The newest message, in one line; the buffer is empty afterwards.
    ///
    /// Two images that fail in the same moment find each other's messages there. A line is
    /// `domain: text`, and the domain tells the loader that wrote it: what another format's loader
    /// said is not taken for this one's.
    ///
    /// - Parameter format: what failed to be decoded, as messages name it.
    static func take(about format: String? = nil) -> String {
        let unknown = "it cannot be decoded"
        guard let copy = vips_error_buffer_copy() else { return unknown }
        defer { g_free(copy) }
        return newest(of: String(cString: copy), about: format) ?? unknown
    }

    /// Why a file of `format` could not be decoded on this thread; call it where that has just failed.
    static func decoding(_ format: String) -> ImagingError {
        guard let failure = DecoderFailures.take() else {
            return .decoding(format, take(about: format))
        }
        clear()
        return failure
    }

    /// Throws away what earlier calls left behind.
    static func clear() { vips_error_clear() }

    /// The last line of the buffer's text that can be about a file of `format`.
    package static func newest(of text: String, about format: String?) -> String? {
        text.split(separator: "\n").map { $0.trimmingSpaces() }.last { line in
            !line.isEmpty && !(format.map { isForeign(line, to: $0) } ?? false)
        }
    }

    private static func isForeign(_ line: String, to format: String) -> Bool {
        let domain = line.prefix { $0 != ":" }.lowercased()
        return domains.contains { name, domains in
            name != format && domains.contains(domain)
                && !(Self.domains[format]?.contains(domain) ?? false)
        }
    }

    /// How the lines of formats' loaders begin. libtiff's and those of the libraries that it calls
    /// have many beginnings and are not listed.
    private static let domains: [String: [String]] = [
        "JPEG": ["vipsjpeg", "jpegload"],
        "PNG": ["vipspng", "pngload", "spngload"],
        "TIFF": ["tiff2vips", "tiffload"],
        "WebP": ["webp", "webpload", "webp2vips"],
        "GIF": ["gifload"],
        "HEIF": ["heif", "heifload"],
        "JPEG 2000": ["jp2kload"],
        "JPEG XL": ["jxlload"],
    ]
}

extension Substring {
    func trimmingSpaces() -> String {
        var text = self
        while text.last?.isWhitespace ?? false { text.removeLast() }
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        return String(text)
    }
}
