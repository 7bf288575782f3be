/// Numbers as people read them; the same in every locale.
enum Figures {
    /// `3,040`
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        let lead = digits.count % 3
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && index % 3 == lead && digits[index - 1] != "-" { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// `1 image`, `3,040 tiles`
    static func count(_ number: Int, _ noun: String) -> String {
        "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
    }

    /// `512 B`, `48.1 MB`: powers of 1000.
    static func bytes(_ bytes: Int) -> String {
        if bytes < 1000 { return "\(bytes) B" }
        var value = Double(bytes)
        var unit = "B"
        for larger in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.95 {
            value /= 1000
            unit = larger
        }
        return "\(fixed(value, places: 1)) \(unit)"
    }

    /// `0.41 s`, `12.3 s`, `2:05`, `1:02:05`
    static func duration(_ seconds: Double) -> String {
        if seconds < 9.995 { return "\(fixed(seconds, places: 2)) s" }
        if seconds < 59.95 { return "\(fixed(seconds, places: 1)) s" }
        return clock(seconds)
    }

    /// `0:07`, `2:05`, `1:02:05`
    static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let tail = twoDigits(whole % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }

    private static func fixed(_ value: Double, places: Int) -> String {
        let scale = places == 1 ? 10 : 100
        let scaled = Int((max(value, 0) * Double(scale)).rounded())
        let fraction = String(scaled % scale)
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count)
            + fraction
    }
}

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
