/// `catalog.json`: every image in an output, in name order.
public struct Catalog: Hashable, Sendable, Codable {
    /// The file's name in the output root.
    public static let fileName = "catalog.json"
    public static let currentFormatVersion = 1

    public let formatVersion: Int
    public let images: [Entry]

    public struct Entry: Hashable, Sendable, Codable {
        public let name: String
        /// The first of the image's layouts.
        public let layout: String
        /// Size of the full, upright image in pixels.
        public let size: PixelSize
        /// Path of the descriptor, relative to the output root.
        public let datasource: String
        /// Thumbnails, their paths relative to the output root.
        public let thumbnails: [Descriptor.ThumbnailEntry]

        package init(_ descriptor: Descriptor) {
            self.name = descriptor.name
            self.layout = descriptor.layout.name
            self.size = descriptor.imageSize
            self.datasource = "\(descriptor.name)/\(Descriptor.fileName)"
            self.thumbnails = descriptor.thumbnails.map { thumbnail in
                thumbnail.under(folder: descriptor.name)
            }
        }
    }
}

/// The catalog as it is written: one image a line.
extension Catalog {
    /// - Parameter lines: of the entries, in the byte order of their names. They are kept as text
    ///   from run to run, so that ten thousand images cost next to nothing.
    package static func document(lines: [String]) -> String {
        var text = "{\n  \"formatVersion\": \(currentFormatVersion),\n  \"images\": ["
        for (index, line) in lines.enumerated() {
            text += index == 0 ? "\n    " : ",\n    "
            text += line
        }
        return text + (lines.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
    }
}

extension Catalog.Entry {
    /// The entry as it stands in the catalog: one line.
    package var line: String { String(json.document.dropLast()) }

    private var json: JSONText {
        .inlineObject([
            ("name", .string(name)),
            ("layout", .string(layout)),
            ("size", size.json),
            ("datasource", .string(datasource)),
            ("thumbnails", .inlineArray(thumbnails.map(\.json))),
        ])
    }
}

extension Descriptor.ThumbnailEntry {
    fileprivate func under(folder: String) -> Self {
        Self(name: name, path: "\(folder)/\(path)", width: width, height: height)
    }

    private init(name: String, path: String, width: Int, height: Int) {
        self.name = name
        self.path = path
        self.width = width
        self.height = height
    }
}
