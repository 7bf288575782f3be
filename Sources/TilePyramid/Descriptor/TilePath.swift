/// The path of a tile in the image's folder, as a template that any viewer can fill in.
///
/// `{size}` is the level's coverage, `{level}` its number, `{x}` the column, `{y}` the row and
/// `{name}` the image's name. The name stands in the template as it is, unless it has a brace in
/// it: then as `{name}`, so that a template never has to be escaped.
public enum TilePath {
    /// The template of layout `tiled`.
    public static func template(name: String, extension ext: String) -> String {
        // By scalars: a brace with a combining mark after it is another character to Swift only.
        let hasBrace = name.unicodeScalars.contains { $0 == "{" || $0 == "}" }
        let plain = hasBrace ? "{name}" : name
        return "{size}/\(plain)_{size}_{level}_{x}_{y}.\(ext)"
    }

    /// Fills `template` in, in one pass, so that what is put in is never read as a placeholder.
    public static func fill(
        _ template: String, name: String, size: Int, level: Int, tile: TileIndex
    ) -> String {
        var path = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            path += rest[..<open]
            switch rest[rest.index(after: open)..<close] {
            case "name": path += name
            case "size": path += String(size)
            case "level": path += String(level)
            case "x": path += String(tile.x)
            case "y": path += String(tile.y)
            case let other: path += "{\(other)}"
            }
            rest = rest[rest.index(after: close)...]
        }
        return path + rest
    }
}
