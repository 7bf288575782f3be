import TilePyramid

/// All settings and versions that shape an image's folder, in canonical form: one a line, in a
/// fixed order, texts as JSON so that no two settings can read the same.
///
/// Two recipes can be compared line by line, which tells what has to be made anew.
struct Recipe: Hashable, Sendable {
    /// Goes up whenever this program's own part in the bytes changes.
    static let cutFormat = 4

    let text: String

    init(text: String) { self.text = text }

    init(of job: Job, fingerprint: String) {
        let versions: [Line] = [
            ("cutFormat", .integer(Self.cutFormat)),
            ("descriptorFormat", .integer(Descriptor.currentFormatVersion)),
            ("library", .string(fingerprint)),
        ]
        let lines = versions + ImageKey.allCases.flatMap { Self.lines(of: $0, in: job) }
        text = lines.map { "\($0.name)\t\($0.value.document)" }.joined()
    }

    /// Of an image whose source is damaged and was cut all the same. `onDamage` shapes nothing of a
    /// whole one, so it stands here only: an image that was kept is due when it no longer may be.
    var keepingDamage: Recipe {
        Recipe(
            text: text + "\(Self.keptDamage)\t\(JSONText.string(OnDamage.keep.rawValue).document)")
    }

    var keepsDamage: Bool { lines.contains { $0.name == Self.keptDamage } }

    private static let keptDamage = ImageKey.onDamage.rawValue

    private typealias Line = (name: String, value: JSONText)

    /// What a manifest's key has a part in. A key without a line of its own stands in another's, or
    /// shapes nothing that is written.
    private static func lines(of key: ImageKey, in job: Job) -> [Line] {
        switch key {
        case .source, .name: []  // In the image's key beside the recipe.
        case .layout: job.layouts.flatMap(lines)
        case .layouts:
            [descriptorOnly("layouts", .inlineArray(job.layouts.map { .string($0.name) }))]
        case .tileSizes, .minTileLevel, .maxTileLevel, .density, .tileSize, .overlap:
            []  // Layouts say what they make of them.
        case .extension: [("tiles", json(job.tiles))]
        case .quality, .lossless, .compression: []  // With the extension, where it has them.
        case .background: [("background", .string(job.background.description))]
        case .linearLight: [("linearLight", .bool(job.linearLight))]
        case .thumbnail: job.thumbnails.map(line)
        case .maxZoomLevel: [descriptorOnly("maxZoomLevel", .number(job.maxZoomLevel))]
        case .page: [("page", .integer(job.page))]
        case .maxPixels, .maxTiles, .sha256: []  // They refuse an image or change nothing.
        case .onDamage: []  // See `keepingDamage`.
        case .attribution:
            [descriptorOnly("attribution", job.attribution.map { .string($0) } ?? .null)]
        }
    }

    /// Names of lines about what stands in the descriptor and shapes nothing else.
    static let descriptorPrefix = "descriptor "

    private static func descriptorOnly(_ name: String, _ value: JSONText) -> Line {
        (descriptorPrefix + name, value)
    }

    private static func lines(of layout: any Layout) -> [Line] {
        layout.recipe.map { (Setting(layout.name, $0).line, $0.value) }
    }

    private static func line(of thumbnail: ThumbnailSpec) -> Line {
        (
            "thumbnail \(thumbnail.path)",
            .inlineObject([
                ("name", .string(thumbnail.name)),
                ("width", .integer(thumbnail.box.width)),
                ("height", .integer(thumbnail.box.height)),
                ("encoding", json(thumbnail.encoding)),
            ])
        )
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
        for setting in encoding.format.facts.settings {
            switch setting {
            case .quality: members.append(("quality", .integer(encoding.quality)))
            case .lossless: members.append(("lossless", .bool(encoding.lossless)))
            case .compression: members.append(("compression", .integer(encoding.compression)))
            }
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
