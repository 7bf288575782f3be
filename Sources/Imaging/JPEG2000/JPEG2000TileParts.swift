import Files

/// The parts of tiles that a codestream consists of, as far as that tells whether it is all there
/// (ISO/IEC 15444-1 annex A): a file may lack the marker at its end, and nothing else.
struct JPEG2000TileParts {
    /// Whether all parts of all tiles are there, and then the file ends.
    private(set) var isWholeWithoutEnd = false
    /// Where the codestream ends in the file, without half a marker.
    private(set) var end: Int

    /// Looks at files without the marker only.
    init(_ file: OpenSource, _ codestream: Range<Int>) throws(ImagingError) {
        end = codestream.upperBound
        guard codestream.upperBound == file.size,
            try file.number(at: end - 2, size: 2) != Self.endOfCodestream,
            var at = try Self.firstPart(file, codestream)
        else { return }
        var found: [Int: Int] = [:]
        var announced: [Int: Int] = [:]
        // A tile-part: ff90, 10, number of the tile, length, its own number, how many the tile has.
        while let marker = try file.number(at: at, size: 2), marker == Self.startOfTilePart,
            let tile = try file.number(at: at + 4, size: 2),
            let length = try file.number(at: at + 6, size: 4),
            let count = try file.number(at: at + 11, size: 1),
            // One without a length reaches to the end, wherever that is.
            length >= 12
        {
            found[tile, default: 0] += 1
            if count > 0 { announced[tile] = count }
            at += length
        }
        let half = try file.bytes(at: at, count: 2)
        guard at <= end, at + half.count == end, half.isEmpty || half == [0xff],
            found.allSatisfy({ announced[$0] == $1 }),
            found.count == (try Self.tiles(file, codestream))
        else { return }
        end = at
        isWholeWithoutEnd = true
    }

    private static let endOfCodestream = 0xffd9
    private static let startOfTilePart = 0xff90

    /// Passes over the main header's segments.
    private static func firstPart(_ file: OpenSource, _ codestream: Range<Int>)
        throws(ImagingError) -> Int?
    {
        var at = codestream.lowerBound + 2
        while let marker = try file.number(at: at, size: 2), marker > 0xff00 {
            if marker == startOfTilePart { return at }
            guard let length = try file.number(at: at + 2, size: 2), length >= 2 else { return nil }
            at += 2 + length
        }
        return nil
    }

    /// SIZ, the first segment: ff51, length, capabilities, then numbers of 32 bit: the image's right and
    /// bottom, its left and top, a tile's width and height, the first tile's left and top.
    private static func tiles(_ file: OpenSource, _ codestream: Range<Int>) throws(ImagingError)
        -> Int?
    {
        var numbers: [Int] = []
        for index in 0..<8 {
            guard
                let number = try file.number(
                    at: codestream.lowerBound + 8 + 4 * index, size: 4)
            else { return nil }
            numbers.append(number)
        }
        guard numbers[4] > 0, numbers[5] > 0, numbers[0] > numbers[6], numbers[1] > numbers[7]
        else {
            return nil
        }
        return (numbers[0] - numbers[6]).dividedUp(by: numbers[4])
            * (numbers[1] - numbers[7]).dividedUp(by: numbers[5])
    }
}
