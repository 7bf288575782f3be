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
