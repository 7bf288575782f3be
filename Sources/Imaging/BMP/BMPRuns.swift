import Files

/// Where the rows of a run-length coded bitmap start: they stand from the bottom up, and are wanted
/// from the top down.
struct BMPRuns {
    /// One row's runs.
    struct Row {
        let range: Range<Int>
        /// The pixel that the first run starts at.
        let x: Int
    }

    private(set) var rows: [Int: Row] = [:]
    /// Whether pixels are jumped over, which are transparent then.
    private(set) var hasGaps = false

    private static let mostRows = 1 << 20

    init(_ file: OpenSource, _ header: BMPHeader, log: SourceLog) throws(ImagingError) {
        guard header.height <= Self.mostRows else {
            throw .unsupportedPixels("a run-length coded BMP of \(header.height) rows")
        }
        var bytes = ByteStream(file, at: header.start)
        var (x, y, first) = (0, 0, 0)
        var start = bytes.offset
        func endRow(at end: Int, into rows: inout [Int: Row], _ hasGaps: inout Bool) {
            if first > 0 || x < header.width { hasGaps = true }
            if end > start { rows[y] = Row(range: start..<end, x: first) }
        }
        while y < header.height {
            let place = bytes.offset
            guard let count = try bytes.next(), let value = try bytes.next() else {
                try log.damaged(.damaged(format: "BMP", detail: "premature end of file"))
                endRow(at: place, into: &rows, &hasGaps)
                break
            }
            if count > 0 {
                x += Int(count)
                if header.bits == 24 { _ = try bytes.skip(2) }
            } else if value > 2 {
                x += Int(value)
                _ = try bytes.skip(Self.literalBytes(Int(value), bits: header.bits))
            } else if value == 2 {
                guard let right = try bytes.next(), let up = try bytes.next() else { continue }
                hasGaps = true
                if up > 0 {
                    endRow(at: place, into: &rows, &hasGaps)
                    y += Int(up)
                    first = x + Int(right)
                    start = bytes.offset
                }
                x += Int(right)
            } else {
                endRow(at: place, into: &rows, &hasGaps)
                if value == 1 {
                    hasGaps = hasGaps || y + 1 < header.height
                    break
                }
                y += 1
                (x, first) = (0, 0)
                start = bytes.offset
            }
            if x > header.width {
                try log.damaged(
                    .damaged(format: "BMP", detail: "a run goes beyond the end of its row"))
                x = header.width
            }
        }
    }

    /// Sets the pixels of a row.
    ///
    /// - Parameters:
    ///   - bytes: the row's runs.
    ///   - set: called with a pixel's place and its number, or its colour from blue on.
    static func expand(
        _ bytes: [UInt8], from x: Int, bits: Int, _ set: (Int, ArraySlice<UInt8>) -> Void
    ) {
        var x = x
        var at = 0
        let size = bits == 24 ? 3 : 1
        while at + 1 < bytes.count {
            let count = Int(bytes[at])
            let value = Int(bytes[at + 1])
            if count > 0 {
                guard at + 1 + size <= bytes.count else { return }
                let run = bytes[(at + 1)..<(at + 1 + size)]
                for index in 0..<count {
                    set(x + index, bits == 4 ? [run[at + 1] >> (index % 2 == 0 ? 4 : 0) & 15] : run)
                }
                x += count
                at += 1 + size
            } else if value == 2 {
                guard at + 3 < bytes.count else { return }
                x += Int(bytes[at + 2])
                at += 4
            } else {
                at += 2
                let length = literalBytes(value, bits: bits)
                guard at + length <= bytes.count else { return }
                for index in 0..<value {
                    switch bits {
                    case 4:
                        let pair = bytes[at + index / 2]
                        set(x + index, [pair >> (index % 2 == 0 ? 4 : 0) & 15])
                    default: set(x + index, bytes[(at + index * size)..<(at + (index + 1) * size)])
                    }
                }
                x += value
                at += length
            }
        }
    }

    /// Bytes of pixels that are listed one by one, padded to two.
    static func literalBytes(_ count: Int, bits: Int) -> Int {
        (count * bits + 15) / 16 * 2
    }
}
