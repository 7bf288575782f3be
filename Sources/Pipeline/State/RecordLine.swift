import TilePyramid

/// A line of the state file: fields apart by tabs, the last one the checksum of those before.
struct RecordLine {
    private(set) var bytes: [UInt8]

    /// - Parameter kind: one letter.
    init(_ kind: String) { bytes = Array(kind.utf8) }

    mutating func add(_ text: String) {
        bytes.append(Self.tab)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += [byte, byte]
            case Self.tab: bytes += "\\t".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            default: bytes.append(byte)
            }
        }
    }

    mutating func add(_ number: Int) {
        bytes.append(Self.tab)
        bytes += String(number).utf8
    }

    mutating func add(_ checksum: Checksum) {
        bytes.append(Self.tab)
        bytes += checksum.hex.utf8
    }

    /// The line with its checksum and a newline.
    var ended: [UInt8] { bytes + [Self.tab] + Checksum(bytes).hex.utf8 + [UInt8(ascii: "\n")] }

    private static let tab = UInt8(ascii: "\t")

    /// The fields of a line that is whole, the first its kind; `nil` for any other.
    static func fields(_ line: Lines.Line) -> Reader? {
        guard let tab = line.bytes.lastIndex(of: tab) else { return nil }
        let body = line.bytes[..<tab]
        let sum = body.withUnsafeBytes { Checksum($0) }
        guard line.bytes[(tab + 1)...].elementsEqual(sum.hex.utf8) else { return nil }
        return Reader(fields: Lines.Line(bytes: body).fields(separator: Self.tab))
    }

    /// Takes the fields in their order. A line that is whole has the fields that were written.
    struct Reader {
        fileprivate var fields: Lines.Fields

        mutating func text() -> String? {
            guard let field = fields.next() else { return nil }
            guard field.bytes.contains(UInt8(ascii: "\\")) else { return field.text }
            var bytes: [UInt8] = []
            var isEscaped = false
            for byte in field.bytes {
                if isEscaped {
                    isEscaped = false
                    switch byte {
                    case UInt8(ascii: "t"): bytes.append(tab)
                    case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
                    default: bytes.append(byte)
                    }
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else {
                    bytes.append(byte)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        mutating func number() -> Int? { fields.next()?.integer }

        mutating func numbers(_ count: Int) -> [Int]? {
            var numbers: [Int] = []
            for _ in 0..<count {
                guard let number = number() else { return nil }
                numbers.append(number)
            }
            return numbers
        }

        mutating func checksum() -> Checksum? {
            fields.next().flatMap { UInt64($0.text, radix: 16) }.map { Checksum(value: $0) }
        }
    }
}
