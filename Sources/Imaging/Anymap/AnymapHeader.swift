import Files

/// The header of a portable anymap: PBM, PGM, PPM (`P1` to `P6`), PAM (`P7`), PFM (`Pf`, `PF`), as
/// Netpbm's pages define them.
struct AnymapHeader: Hashable {
    /// How samples are written.
    enum Coding: Hashable {
        /// Digits, each by itself: 1 is black.
        case plainBits
        /// Eight pixels a byte, rows padded: 1 is black.
        case bits
        case plainNumbers
        /// One byte a sample, or two with the high one first where the largest value needs them.
        case numbers
        /// 32-bit floating point, rows from the bottom up.
        case float(isLittleEndian: Bool)
    }

    var coding = Coding.numbers
    var width = 0
    var height = 0
    /// Samples a pixel.
    var channels = 1
    var hasAlpha = false
    var isCMYK = false
    /// The largest value of a sample.
    var top = 1
    /// Where the samples start.
    var start = 0

    /// Bytes of a row; of plain text unknown.
    var rowBytes: Int? {
        switch coding {
        case .plainBits, .plainNumbers: nil
        case .bits: (width + 7) / 8
        case .numbers: width * channels * (top > 255 ? 2 : 1)
        case .float: width * channels * 4
        }
    }

    /// - Throws: `ImagingError.damaged`; `.unsupportedPixels` for channels without a meaning.
    init(_ file: OpenSource) throws(ImagingError) {
        var words = AnymapWords(try file.bytes(at: 0, count: 1 << 16))
        let kind = words.next() ?? ""
        switch kind {
        case "P1", "P4":
            (width, height) = (try words.number(), try words.number())
            coding = kind == "P1" ? .plainBits : .bits
        case "P2", "P3", "P5", "P6":
            (width, height, top) = (try words.number(), try words.number(), try words.number())
            channels = kind == "P3" || kind == "P6" ? 3 : 1
            coding = kind == "P2" || kind == "P3" ? .plainNumbers : .numbers
        case "PF", "Pf":
            (width, height) = (try words.number(), try words.number())
            channels = kind == "PF" ? 3 : 1
            let scale = words.next().flatMap(Double.init) ?? 0
            guard scale.isFinite, scale != 0 else { throw AnymapWords.unreadable }
            guard abs(scale) == 1 else {
                throw .unsupportedPixels("a PFM whose samples are to be scaled by \(abs(scale))")
            }
            coding = .float(isLittleEndian: scale < 0)
        case "P7": try readPAM(&words)
        default: throw AnymapWords.unreadable
        }
        guard width > 0, height > 0, (1...65535).contains(top) else {
            throw AnymapWords.unreadable
        }
        // One white space ends the header.
        start = words.cursor + (kind == "P7" ? 0 : 1)
    }

    private mutating func readPAM(_ words: inout AnymapWords) throws(ImagingError) {
        var tuple = ""
        channels = 0
        fields: while true {
            switch words.next() {
            case "WIDTH": width = try words.number()
            case "HEIGHT": height = try words.number()
            case "DEPTH": channels = try words.number()
            case "MAXVAL": top = try words.number()
            case "TUPLTYPE": tuple += words.restOfLine()
            case "ENDHDR": break fields
            default: throw AnymapWords.unreadable
            }
        }
        _ = words.restOfLine()
        hasAlpha = tuple.hasSuffix("_ALPHA")
        isCMYK = tuple.hasPrefix("CMYK")
        let colours =
            switch tuple.replacing("_ALPHA", with: "") {
            case "BLACKANDWHITE", "GRAYSCALE": 1
            case "RGB": 3
            case "CMYK": 4
            case "" where channels == 1 || channels == 3: channels
            default:
                throw .unsupportedPixels(
                    "a PAM of \(channels) channels of the type '\(tuple.prefix(40))'")
            }
        guard channels == colours + (hasAlpha ? 1 : 0) else { throw AnymapWords.unreadable }
    }
}

/// The words of a header, between white space and comments.
struct AnymapWords {
    private let bytes: [UInt8]
    private(set) var cursor = 0

    static let unreadable = ImagingError.damaged(
        format: "PPM", detail: "its header cannot be read")

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next word; comments run from `#` to the line's end.
    mutating func next() -> String? {
        var isComment = false
        while cursor < bytes.count, isComment || bytes[cursor] <= 32 || bytes[cursor] == 0x23 {
            if bytes[cursor] == 0x23 { isComment = true }
            if bytes[cursor] == 10 || bytes[cursor] == 13 { isComment = false }
            cursor += 1
        }
        let start = cursor
        while cursor < bytes.count, bytes[cursor] > 32, bytes[cursor] != 0x23 { cursor += 1 }
        return start < cursor ? String(decoding: bytes[start..<cursor], as: UTF8.self) : nil
    }

    /// - Throws: `ImagingError.damaged` where no whole number below 2^31 comes next.
    mutating func number() throws(ImagingError) -> Int {
        guard let word = next() else { throw Self.unreadable }
        guard let number = Int32(word), number >= 0, word.first != "+" else {
            throw Self.unreadable
        }
        return Int(number)
    }

    /// What stands before the line's end, which is passed.
    mutating func restOfLine() -> String {
        let rest = bytes[cursor...].prefix { $0 != 10 }
        cursor = min(bytes.count, cursor + rest.count + 1)
        return rest.split { $0 <= 32 }.map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: " ")
    }
}
