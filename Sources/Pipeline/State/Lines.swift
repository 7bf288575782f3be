import TilePyramid

/// The lines of a text file of ours, taken apart without a copy.
struct Lines {
    /// Bytes of a line or of one of its fields.
    struct Line {
        let bytes: ArraySlice<UInt8>

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// A decimal number; `nil` for anything else.
        var integer: Int? {
            var rest = bytes
            let isNegative = rest.first == UInt8(ascii: "-")
            if isNegative { rest.removeFirst() }
            guard !rest.isEmpty, rest.count <= 19 else { return nil }
            var number = 0
            for byte in rest {
                guard (0x30...0x39).contains(byte) else { return nil }
                let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
                let (sum, carries) = tens.addingReportingOverflow(Int(byte) - 0x30)
                if overflows || carries { return nil }
                number = sum
            }
            return isNegative ? -number : number
        }

        func after(_ prefix: String) -> String? {
            guard bytes.starts(with: prefix.utf8) else { return nil }
            return String(decoding: bytes.dropFirst(prefix.utf8.count), as: UTF8.self)
        }

        /// - Parameter most: the last of so many fields takes all that is left.
        func fields(separator: UInt8, most: Int = .max) -> Fields {
            Fields(rest: bytes, separator: separator, left: most)
        }
    }

    struct Fields {
        fileprivate var rest: ArraySlice<UInt8>?
        fileprivate let separator: UInt8
        fileprivate var left: Int

        fileprivate init(rest: ArraySlice<UInt8>, separator: UInt8, left: Int) {
            self.rest = rest
            self.separator = separator
            self.left = left
        }

        mutating func next() -> Line? {
            guard let bytes = rest else { return nil }
            left -= 1
            guard left > 0, let end = bytes.firstIndex(of: separator) else {
                rest = nil
                return Line(bytes: bytes)
            }
            rest = bytes[(end + 1)...]
            return Line(bytes: bytes[..<end])
        }
    }

    private let bytes: [UInt8]
    private let end: Int
    /// Where the next line starts.
    private(set) var position: Int
    /// Whether the last line had no newline: its writer was interrupted.
    private(set) var isTorn = false

    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        position = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    mutating func next() -> Line? {
        guard position < end else { return nil }
        let rest = bytes[position..<end]
        guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
            position = end
            isTorn = true
            return Line(bytes: rest)
        }
        position = newline + 1
        return Line(bytes: rest[..<newline])
    }
}

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
