import Files

/// The header of a bitmap of Windows or OS/2: the information headers of 12 to 124 bytes.
struct BMPHeader: Hashable {
    enum Coding: Hashable {
        /// Rows as they are, each padded to 4 bytes.
        case plain
        /// Runs of 4- or 8-bit numbers, or (OS/2) of 24-bit colours.
        case runs
    }

    let width: Int
    let height: Int
    let isTopDown: Bool
    let bits: Int
    let coding: Coding
    /// Where a pixel of 16 or 32 bits has red, green, blue and alpha.
    let masks: [UInt32]
    /// Red, green, blue of each colour of the palette.
    let palette: [[UInt8]]
    /// Where the pixels start.
    let start: Int
    let profile: [UInt8]?
    /// The header names a file that has the profile.
    let hasLinkedProfile: Bool

    /// Bytes of a row of plain pixels.
    var rowBytes: Int { (width * bits + 31) / 32 * 4 }

    /// - Throws: `ImagingError.damaged`; `.unsupportedPixels` for what is coded in other ways.
    init(_ file: OpenSource) throws(ImagingError) {
        // A bitmap array of OS/2's begins with a header that says where the next bitmap is.
        let base = try file.bytes(at: 0, count: 2) == Array("BA".utf8) ? 14 : 0
        let info = base + 14
        let bytes = try file.bytes(at: base, count: 14 + 124)
        guard bytes.count >= 14 + 12 else { throw Self.unreadable }
        let size = Self.number(bytes, at: 14, size: 4)
        // What a short header lacks is zero.
        var fields = Array(bytes.dropFirst(14).prefix(size))
        guard fields.count == min(size, 124) else {
            throw .damaged(format: "BMP", detail: "premature end of file")
        }
        fields += [UInt8](repeating: 0, count: 124 - fields.count)
        func field(_ place: Int, _ size: Int = 4) -> Int {
            Self.number(fields, at: place, size: size)
        }
        let isCore = size == 12
        width = isCore ? field(4, 2) : Int(Int32(truncatingIfNeeded: field(4)))
        let rows = isCore ? field(6, 2) : Int(Int32(truncatingIfNeeded: field(8)))
        height = abs(rows)
        isTopDown = rows < 0
        bits = isCore ? field(10, 2) : field(14, 2)
        guard width > 0, height > 0 else { throw Self.unreadable }
        let compression = isCore ? 0 : field(16)
        let isOS2 = size == 16 || size == 64
        coding = try Self.coding(compression, bits: bits, isOS2: isOS2)

        var after = info + size
        var masks: [UInt32] = []
        let hasMasks = !isOS2 && (compression == 3 || compression == 6)
        if hasMasks && size == 40 {
            let count = compression == 6 ? 4 : 3
            let words = try file.bytes(at: after, count: 4 * count)
            guard words.count == 4 * count else { throw Self.unreadable }
            masks = (0..<count).map { UInt32(Self.number(words, at: 4 * $0, size: 4)) }
            after += 4 * count
        } else if hasMasks {
            masks = [40, 44, 48, 52].map { size >= $0 + 4 ? UInt32(field($0)) : 0 }
        } else if bits == 16 {
            masks = [0x7c00, 0x3e0, 0x1f]
        } else if bits == 32 {
            masks = [0xff_0000, 0xff00, 0xff]
        }
        self.masks = masks + [UInt32](repeating: 0, count: 4 - masks.count)

        let offset = Self.number(bytes, at: 10, size: 4)
        if bits <= 8 {
            palette = try Self.palette(
                file, at: after, entry: isCore ? 3 : 4, bits: bits, used: isCore ? 0 : field(32),
                end: offset > after ? offset : Int.max)
        } else {
            palette = []
        }
        // Some writers leave the offset out.
        start = offset >= after ? offset : after + palette.count * (isCore ? 3 : 4)

        let space = size >= 108 ? field(56) : 0
        hasLinkedProfile = space == 0x4c49_4e4b
        if size >= 124 && space == 0x4d42_4544 {
            profile = try file.bytes(at: info + field(112), count: field(116))
        } else {
            profile = nil
        }
    }

    private static let unreadable = ImagingError.damaged(
        format: "BMP", detail: "its header cannot be read")

    private static func coding(_ compression: Int, bits: Int, isOS2: Bool) throws(ImagingError)
        -> Coding
    {
        switch (compression, bits) {
        case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): return .plain
        case (3, 16), (3, 32), (6, 16), (6, 32): if !isOS2 { return .plain }
        case (1, 8), (2, 4), (4, 24): return .runs
        case (0, 64): throw .unsupportedPixels("a BMP of 64 bits a pixel")
        // Of Windows or of OS/2, by the number of bits.
        case (3, 1): throw .unsupportedPixels("a BMP in Huffman's code")
        case (4, _): throw .unsupportedPixels("a BMP that holds a JPEG")
        case (5, _): throw .unsupportedPixels("a BMP that holds a PNG")
        case (11...13, _): throw .unsupportedPixels("a BMP of inks")
        default: break
        }
        throw .damaged(
            format: "BMP", detail: "compression \(compression) of \(bits) bits a pixel")
    }

    /// - Parameters:
    ///   - entry: bytes of a colour.
    ///   - end: where the palette ends at the latest.
    private static func palette(
        _ file: OpenSource, at offset: Int, entry: Int, bits: Int, used: Int, end: Int
    ) throws(ImagingError) -> [[UInt8]] {
        let most = 1 << bits
        let count = min(used == 0 ? most : min(used, most), (end - offset) / entry)
        let bytes = try file.bytes(at: offset, count: count * entry)
        guard bytes.count == count * entry else {
            throw .damaged(format: "BMP", detail: "premature end of file")
        }
        return (0..<count).map { index in
            let place = index * entry
            return [bytes[place + 2], bytes[place + 1], bytes[place]]
        }
    }

    private static func number(_ bytes: [UInt8], at place: Int, size: Int) -> Int {
        bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
