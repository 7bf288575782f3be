/// A JSON value whose keys keep the order in which they are written.
///
/// `JSONEncoder` cannot keep an order of its own choosing, and descriptors are read in code
/// reviews and compared byte by byte.
package enum JSONText: Sendable {
    case string(String)
    case integer(Int)
    /// A finite number; a whole one is written without `.0`.
    case number(Double)
    case bool(Bool)
    case null
    /// Elements on one line: `[ a, b ]`.
    case inlineArray([JSONText])
    /// One element a line.
    case lines([JSONText])
    /// Members on one line: `{ "a": 1, "b": 2 }`.
    case inlineObject([(key: String, value: JSONText)])
    /// One member a line.
    case object([(key: String, value: JSONText)])

    /// The document with a final newline: 2-space indent, plain `/`, UTF-8 as it is.
    package var document: String {
        var text = ""
        write(to: &text, indent: 0)
        text.append("\n")
        return text
    }

    private func write(to text: inout String, indent: Int) {
        switch self {
        case .string(let string): Self.quote(string, to: &text)
        case .integer(let integer): text.append(String(integer))
        case .number(let number): text.append(Self.plain(number))
        case .bool(let bool): text.append(bool ? "true" : "false")
        case .null: text.append("null")
        case .inlineArray(let elements):
            Self.inline(elements, "[", "]", to: &text) { $0.write(to: &$1, indent: indent) }
        case .inlineObject(let members):
            Self.inline(members, "{", "}", to: &text) { Self.member($0, to: &$1, indent: indent) }
        case .lines(let elements):
            Self.block(elements, "[", "]", indent, to: &text) {
                $0.write(to: &$1, indent: indent + 2)
            }
        case .object(let members):
            Self.block(members, "{", "}", indent, to: &text) {
                Self.member($0, to: &$1, indent: indent + 2)
            }
        }
    }

    private static func member(
        _ member: (key: String, value: JSONText), to text: inout String, indent: Int
    ) {
        quote(member.key, to: &text)
        text.append(": ")
        member.value.write(to: &text, indent: indent)
    }

    private static func inline<Item>(
        _ items: [Item], _ open: String, _ close: String, to text: inout String,
        _ write: (Item, inout String) -> Void
    ) {
        text.append(open)
        for (index, item) in items.enumerated() {
            text.append(index == 0 ? " " : ", ")
            write(item, &text)
        }
        text.append(items.isEmpty ? close : " " + close)
    }

    private static func block<Item>(
        _ items: [Item], _ open: String, _ close: String, _ indent: Int, to text: inout String,
        _ write: (Item, inout String) -> Void
    ) {
        text.append(open)
        for (index, item) in items.enumerated() {
            text.append(index == 0 ? "\n" : ",\n")
            text.append(String(repeating: " ", count: indent + 2))
            write(item, &text)
        }
        if !items.isEmpty {
            text.append("\n" + String(repeating: " ", count: indent))
        }
        text.append(close)
    }

    /// The shortest decimal that reads back as the same number.
    static func plain(_ number: Double) -> String {
        precondition(
            number.isFinite, "JSON has no infinities; every number here is checked or computed")
        if let whole = Int(exactly: number) { return String(whole) }
        return String(number)
    }

    private static func quote(_ string: String, to text: inout String) {
        text.append("\"")
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text.append("\\\"")
            case "\\": text.append("\\\\")
            case "\n": text.append("\\n")
            case "\r": text.append("\\r")
            case "\t": text.append("\\t")
            // U+FEFF at the start of a text is taken for a byte order mark by some readers.
            case _ where scalar.value < 0x20 || scalar.value == 0x7f || scalar.value == 0xfeff:
                let digits = String(scalar.value, radix: 16)
                text.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: text.unicodeScalars.append(scalar)
            }
        }
        text.append("\"")
    }
}
