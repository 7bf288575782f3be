/// The paths of the tiles of one layout of one image, in the image's folder.
///
/// They come from a template that any viewer can fill in: `{size}` is the level's coverage,
/// `{level}` its number, `{x}` the column, `{y}` the row and `{name}` the image's name; a layout
/// may have placeholders of its own. The name stands in the template as it is, unless it has a
/// brace in it: then as `{name}`, so that a template never has to be escaped.
package struct TilePaths: Sendable {
    /// Levels of the layout, from the most zoomed out.
    package let levels: [Descriptor.LevelEntry]
    /// Size of the full image in pixels.
    package let imageSize: PixelSize
    private let layout: (any Layout.Type)?
    private let pieces: [Piece]

    private enum Piece: Sendable {
        case text(String)
        case size, level, x, y
        /// A layout's own, with its name.
        case other(String)
    }

    /// - Parameter layout: whose placeholders are known beside those of all layouts.
    package init(
        template: String, name: String, layout: (any Layout.Type)?, imageSize: PixelSize,
        levels: [Descriptor.LevelEntry]
    ) {
        self.levels = levels
        self.imageSize = imageSize
        self.layout = layout
        pieces = Self.pieces(of: template, name: name)
    }

    /// `name` as it stands in a template.
    package static func literal(_ name: String) -> String {
        // By scalars: a brace with a combining mark after it is another character to Swift only.
        name.unicodeScalars.contains { $0 == "{" || $0 == "}" } ? "{name}" : name
    }

    /// Taken apart in one pass, so that what is put in is never read as a placeholder.
    private static func pieces(of template: String, name: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            pieces.append(.text(String(rest[..<open])))
            switch rest[rest.index(after: open)..<close] {
            case "name": pieces.append(.text(name))
            case "size": pieces.append(.size)
            case "level": pieces.append(.level)
            case "x": pieces.append(.x)
            case "y": pieces.append(.y)
            case let word: pieces.append(.other(String(word)))
            }
            rest = rest[rest.index(after: close)...]
        }
        return pieces + [.text(String(rest))]
    }

    /// The path of a tile of `level`, one of `levels`.
    package func path(of tile: TileIndex, in level: Descriptor.LevelEntry) -> String {
        var path = ""
        for piece in pieces {
            switch piece {
            case .text(let text): path += text
            case .size: path += String(level.tileSize)
            case .level: path += String(level.level)
            case .x: path += String(tile.x)
            case .y: path += String(tile.y)
            case .other(let word):
                path += layout?.placeholder(word, tile: tile, in: level, of: self) ?? "{\(word)}"
            }
        }
        return path
    }
}
