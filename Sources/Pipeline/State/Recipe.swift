import TilePyramid

/// All settings and versions that shape an image's folder, in canonical form: one a line, in a
/// fixed order, texts as JSON so that no two settings can read the same.
///
/// Two recipes can be compared line by line, which tells what has to be made anew.
struct Recipe: Hashable, Sendable {
    /// Goes up whenever this program's own part in the bytes changes.
    static let cutFormat = 2

    let text: String

    init(text: String) { self.text = text }

    init(of job: Job, fingerprint: String) {
        var lines: [(String, JSONText)] = [
            ("cutFormat", .integer(Self.cutFormat)),
            ("descriptorFormat", .integer(Descriptor.currentFormatVersion)),
            ("library", .string(fingerprint)),
            ("page", .integer(job.page)),
            ("background", .string(job.background.description)),
            ("linearLight", .bool(job.linearLight)),
            ("tiles", Self.json(job.tiles)),
        ]
        let layout = job.layout
        for number in layout.minTileLevel...layout.maxTileLevel {
            let halvings = layout.density.halvings(
                level: number, maxTileLevel: layout.maxTileLevel)
            lines.append(
                (
                    "level \(number)",
                    .inlineObject([
                        ("tileSize", .integer(layout.tileSizes[number - 1])),
                        ("halvings", .integer(halvings)),
                    ])
                ))
        }
        for thumbnail in job.thumbnails {
            lines.append(
                (
                    "thumbnail \(thumbnail.path)",
                    .inlineObject([
                        ("name", .string(thumbnail.name)),
                        ("width", .integer(thumbnail.box.width)),
                        ("height", .integer(thumbnail.box.height)),
                        ("encoding", Self.json(thumbnail.encoding)),
                    ])
                ))
        }
        lines += [
            ("tileSizes", .inlineArray(layout.tileSizes.map { .integer($0) })),
            ("density", .string(layout.density.description)),
            ("maxZoomLevel", .number(job.maxZoomLevel)),
            ("attribution", job.attribution.map { .string($0) } ?? .null),
        ]
        text = lines.map { "\($0.0)\t\($0.1.document)" }.joined()
    }

    /// The lines in their order, each a setting and its value.
    var lines: [(name: String, value: String)] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// Only what the format looks at, so that a setting without effect changes no key.
    private static func json(_ encoding: Encoding) -> JSONText {
        var members: [(key: String, value: JSONText)] = [
            ("extension", .string(encoding.fileExtension))
        ]
        switch encoding.format {
        case .jpeg: members.append(("quality", .integer(encoding.quality)))
        case .png: members.append(("compression", .integer(encoding.compression)))
        case .webp, .avif:
            members.append(("quality", .integer(encoding.quality)))
            members.append(("lossless", .bool(encoding.lossless)))
        }
        return .inlineObject(members)
    }
}
