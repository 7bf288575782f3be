/// A manifest's bytes, with the tables that turn a code point's offset into a line and a column.
///
/// Lines end with LF, CR LF or CR, as editors count them. libyaml also breaks lines at NEL, LS and
/// PS; its own line numbers are therefore not used, only its offsets.
final class SourceText: Sendable {
    /// The manifest's path as the user gave it.
    let path: String
    /// Without a byte order mark.
    let bytes: [UInt8]
    private let lineStarts: [LineStart]
    /// The byte at which every 64th code point starts.
    private let checkpoints: [Int]
    private let scalarCount: Int

    private struct LineStart {
        let byte: Int
        let scalar: Int
    }

    init(path: String, bytes: [UInt8]) {
        self.path = path
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        var lineStarts = [LineStart(byte: 0, scalar: 0)]
        var checkpoints: [Int] = []
        var scalar = 0
        for (index, byte) in text.enumerated() where byte & 0xC0 != 0x80 {
            if scalar % Self.checkpointDistance == 0 { checkpoints.append(index) }
            scalar += 1
            let next = index + 1
            if byte == 0x0A || byte == 0x0D && !(next < text.count && text[next] == 0x0A) {
                lineStarts.append(LineStart(byte: next, scalar: scalar))
            }
        }
        self.bytes = text
        self.lineStarts = lineStarts
        self.checkpoints = checkpoints
        self.scalarCount = scalar
    }

    private static let checkpointDistance = 64
}

// MARK: - Lines

extension SourceText {
    /// A line, its break left out.
    struct Line {
        /// 1-based.
        let number: Int
        let scalars: Range<Int>
    }

    /// The line that the code point at `offset` stands in; the end of the text is on its last line.
    func line(at offset: Int) -> Line {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle].scalar <= offset { low = middle } else { high = middle }
        }
        let start = lineStarts[low].scalar
        guard low + 1 < lineStarts.count else {
            return Line(number: low + 1, scalars: start..<scalarCount)
        }
        let next = lineStarts[low + 1]
        let endsWithPair =
            next.byte >= 2 && bytes[next.byte - 1] == 0x0A && bytes[next.byte - 2] == 0x0D
        return Line(number: low + 1, scalars: start..<(next.scalar - (endsWithPair ? 2 : 1)))
    }

    /// The text of `line`, or the part around `offset` where the line is very long.
    func excerpt(of line: Line, around offset: Int) -> (text: String, caretOffset: Int) {
        let caret = min(max(offset, line.scalars.lowerBound), line.scalars.upperBound)
        guard line.scalars.count > 240 else {
            return (string(line.scalars), caret - line.scalars.lowerBound)
        }
        let from = max(line.scalars.lowerBound, caret - 80)
        let to = min(line.scalars.upperBound, caret + 80)
        let opening = from > line.scalars.lowerBound ? "…" : ""
        let closing = to < line.scalars.upperBound ? "…" : ""
        return (
            opening + string(from..<to) + closing,
            caret - from + opening.unicodeScalars.count
        )
    }

    private func string(_ scalars: Range<Int>) -> String {
        String(
            decoding: bytes[
                byte(ofScalar: scalars.lowerBound)..<byte(ofScalar: scalars.upperBound)],
            as: UTF8.self)
    }

    private func byte(ofScalar scalar: Int) -> Int {
        guard scalar < scalarCount else { return bytes.count }
        var left = scalar % Self.checkpointDistance
        var index = checkpoints[scalar / Self.checkpointDistance]
        while left > 0 {
            index += 1
            if bytes[index] & 0xC0 != 0x80 { left -= 1 }
        }
        return index
    }

    /// The code point at `offset`, if there is one.
    func scalar(at offset: Int) -> Unicode.Scalar? {
        guard offset < scalarCount else { return nil }
        return string(offset..<offset + 1).unicodeScalars.first
    }

    /// The stretch from `start` to `end`, in code points.
    func place(from start: Int, to end: Int) -> Place {
        Place(text: self, start: start, end: end)
    }

    /// A finding about the file as a whole.
    func error(_ message: String) -> Diagnostic {
        Diagnostic(file: path, severity: .error, message: message)
    }
}

extension SourceText {
    /// The first thing in the text that YAML's characters do not have: bytes that are not UTF-8,
    /// or a control character.
    func illegalCharacter() -> Diagnostic? {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return error("the file is UTF-16; save it as UTF-8")
        }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        var byte = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput:
                return nil
            case .error:
                return place(from: offset, to: offset + 1).error(
                    "byte 0x\(Self.hex(bytes[byte])) is not UTF-8; save the manifest as UTF-8")
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if !Self.isAllowed(scalar) {
                    let digits = Self.hex(scalar.value)
                    let code = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                    return place(from: offset, to: offset + 1).error(
                        "control character U+\(code) cannot stand in a manifest; "
                            + "remove it, or write it as an escape in double quotes"
                    )
                }
                byte += encoded.count
                offset += 1
            }
        }
    }

    /// The printable characters of YAML 1.1.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFFFD: true
        case 0x10000...: true
        default: false
        }
    }

    private static func hex(_ number: some BinaryInteger) -> String {
        String(number, radix: 16, uppercase: true)
    }
}
