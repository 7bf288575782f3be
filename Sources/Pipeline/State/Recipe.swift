import TilePyramid

/// All settings and versions that shape an image's folder, in canonical form: one a line, in a
/// fixed order, texts as JSON so that no two settings can read the same.
///
/// Two recipes can be compared line by line, which tells what has to be made anew.
struct Recipe: Hashable, Sendable {
    /// Goes up whenever this program's own part in the bytes changes.
    static let cutFormat = 3

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
        let ofLayouts = job.layouts.flatMap { layout in
            layout.recipe.map { (Setting(layout.name, $0).line, $0.value) }
        }
        lines += ofLayouts
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
            ("layouts", .inlineArray(job.layouts.map { .string($0.name) })),
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

    /// A setting of a layout, as its line is named: `level tiled 2 tileSizes`, `tiles dzi overlap`,
    /// `descriptor tiled density`.
    struct Setting: Hashable, Sendable {
        enum Scope: Hashable, Sendable {
            case level(Int)
            case tiles
            case descriptor
        }

        let scope: Scope
        let layout: String
        /// The manifest's key.
        let key: String

        init(_ layout: String, _ line: LayoutRecipeLine) {
            scope =
                switch line.scope {
                case .level(let number): .level(number)
                case .tiles: .tiles
                case .descriptor: .descriptor
                }
            self.layout = layout
            key = line.key.rawValue
        }

        /// - Returns: `nil` for the line of any other setting.
        init?(line: String) {
            let words = line.split(separator: " ").map(String.init)
            switch (words.first, words.count) {
            case ("level", 4):
                guard let number = Int(words[2]) else { return nil }
                scope = .level(number)
            case ("tiles", 3): scope = .tiles
            case ("descriptor", 3): scope = .descriptor
            default: return nil
            }
            layout = words[1]
            key = words[words.count - 1]
        }

        var line: String {
            switch scope {
            case .level(let number): "level \(layout) \(number) \(key)"
            case .tiles: "tiles \(layout) \(key)"
            case .descriptor: "descriptor \(layout) \(key)"
            }
        }
    }
}

/// The digest of everything that shapes an image's folder. Equal keys mean equal bytes, so an
/// image whose published key is the one it would get now is up to date.
enum CutKey {
    static func key(of job: Job, sourceSHA256: String, recipe: Recipe) -> String {
        let image = JSONText.object([
            ("name", .string(job.name)),
            ("path", .string(job.source.manifestPath)),
            ("source", .string(sourceSHA256)),
        ])
        return SHA256.hex(recipe.text + image.document)
    }
}
