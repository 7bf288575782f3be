/// A table for a comment on a change.
struct MarkdownTable {
    private var lines: [String]

    init(_ columns: [String]) {
        lines = [Self.row(columns), Self.row(columns.map { _ in "---" })]
    }

    mutating func add(_ cells: [String]) { lines.append(Self.row(cells)) }

    /// Ends with a newline.
    var text: String { lines.map { "\($0)\n" }.joined() }

    private static func row(_ cells: [String]) -> String {
        "| " + cells.map(cell).joined(separator: " | ") + " |"
    }

    private static func cell(_ text: String) -> String {
        text.printable.replacing("\\", with: "\\\\").replacing("|", with: "\\|")
    }
}
