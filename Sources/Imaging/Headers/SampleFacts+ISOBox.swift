import Files

/// A box of an ISO base media file: JPEG 2000, HEIF.
struct ISOBox {
    let type: String
    /// Where in the file its content is.
    let content: Range<Int>

    /// The boxes that follow one another in a part of the file.
    static func all(in range: Range<Int>, of file: OpenSource) throws(ImagingError) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var at = range.lowerBound
        while at + 8 <= range.upperBound, boxes.count < 4096 {
            let head = try file.bytes(at: at, count: 16)
            guard head.count >= 8 else { break }
            var size = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
            var headSize = 8
            if size == 1, head.count == 16 {
                size = head[8..<16].reduce(0) { $0 &<< 8 | Int($1) } & Int.max
                headSize = 16
            } else if size == 0 {
                size = range.upperBound - at
            }
            guard size >= headSize, size <= range.upperBound - at else { break }
            let type = String(decoding: head[4..<8], as: UTF8.self)
            boxes.append(ISOBox(type: type, content: at + headSize..<at + size))
            at += size
        }
        return boxes
    }
}

extension SampleFacts {
    /// HEIF (ISO/IEC 23008-12): the primary picture's `colr` property.
    mutating func readHEIF(_ file: OpenSource) throws(ImagingError) {
        let boxes = try ISOBox.all(in: 0..<file.size, of: file)
        guard let meta = boxes.first(where: { $0.type == "meta" }) else { return }
        // Version and flags come first.
        let inside = try ISOBox.all(
            in: min(meta.content.lowerBound + 4, meta.content.upperBound)..<meta.content.upperBound,
            of: file)
        guard let primary = inside.first(where: { $0.type == "pitm" }),
            let properties = inside.first(where: { $0.type == "iprp" })
        else { return }
        let isWide = try file.number(at: primary.content.lowerBound, size: 1) != 0
        guard let item = try file.number(at: primary.content.lowerBound + 4, size: isWide ? 4 : 2)
        else { return }
        let parts = try ISOBox.all(in: properties.content, of: file)
        guard let list = parts.first(where: { $0.type == "ipco" }) else { return }
        let all = try ISOBox.all(in: list.content, of: file)
        for map in parts where map.type == "ipma" {
            let places = try Self.properties(of: item, in: map.content, of: file)
            for place in places where place > 0 && place <= all.count {
                try readColour(all[place - 1], file)
            }
        }
    }

    private mutating func readColour(_ box: ISOBox, _ file: OpenSource) throws(ImagingError) {
        let start = box.content.lowerBound
        guard box.type == "colr", try file.bytes(at: start, count: 4) == Array("nclx".utf8),
            let primaries = try file.number(at: start + 4, size: 2),
            let transfer = try file.number(at: start + 6, size: 2)
        else { return }
        colour = try CodedColour(primaries: primaries, transfer: transfer)
    }

    /// The properties of an item, by their place in the list, from 1.
    private static func properties(of wanted: Int, in range: Range<Int>, of file: OpenSource)
        throws(ImagingError) -> [Int]
    {
        let bytes = try file.bytes(at: range.lowerBound, count: min(range.count, 1 << 20))
        var at = 0
        func next(_ size: Int) -> Int {
            guard at + size <= bytes.count else { return 0 }
            defer { at += size }
            return bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
        }
        let version = next(1)
        let flags = next(3)
        let wide = flags & 1 == 1
        for _ in 0..<next(4) {
            let item = next(version < 1 ? 2 : 4)
            let count = next(1)
            let places = (0..<count).map { _ in next(wide ? 2 : 1) & (wide ? 0x7fff : 0x7f) }
            if item == wanted { return places }
            if at >= bytes.count { break }
        }
        return []
    }
}

/// JPEG 2000 (ISO/IEC 15444-1): the codestream's SIZ marker tells the depth, a JP2 file's `colr`
/// box the colour space.
extension SampleFacts {
    mutating func readJPEG2000(_ file: OpenSource) throws(ImagingError) {
        var codestream: Int? = try file.number(at: 0, size: 4) == 0xff4f_ff51 ? 0 : nil
        if codestream == nil {
            for box in try ISOBox.all(in: 0..<file.size, of: file) {
                switch box.type {
                case "jp2h": try readHeader(box, file)
                case "jp2c": codestream = box.content.lowerBound
                default: break
                }
                if codestream != nil { break }
            }
        }
        if let codestream { try readSIZ(at: codestream + 2, file) }
    }

    private mutating func readHeader(_ header: ISOBox, _ file: OpenSource) throws(ImagingError) {
        for box in try ISOBox.all(in: header.content, of: file) where box.type == "colr" {
            let start = box.content.lowerBound
            // Method 1: enumerated; others carry a profile.
            guard try file.number(at: start, size: 1) == 1,
                let space = try file.number(at: start + 3, size: 4)
            else { continue }
            switch space {
            case 12: isCMYK = true
            case 16, 17, 18: break
            default: throw .unsupportedPixels("JPEG 2000 colour space \(space)")
            }
        }
    }

    /// `marker` is the place of the SIZ marker: ff51, length, capabilities, eight 32-bit numbers,
    /// the number of components, and three bytes for each.
    private mutating func readSIZ(at marker: Int, _ file: OpenSource) throws(ImagingError) {
        guard try file.number(at: marker, size: 2) == 0xff51,
            let count = try file.number(at: marker + 38, size: 2), count <= 16384
        else { return }
        columnsAtOnce = try file.number(at: marker + 22, size: 4) ?? 0
        rowsAtOnce = try file.number(at: marker + 26, size: 4) ?? 0
        let components = try file.bytes(at: marker + 40, count: 3 * count)
        let depths = Set(stride(from: 0, to: components.count, by: 3).map { components[$0] })
        guard let depth = depths.first else { return }
        guard depths.count == 1 else {
            throw .unsupportedPixels("samples of different depths")
        }
        if depth & 0x80 != 0 { throw .unsupportedPixels("signed samples") }
        let bits = Int(depth & 0x7f) + 1
        guard bits <= 16 else { throw .unsupportedPixels("\(bits)-bit samples") }
        // libvips moves the bits to the top of its 8 or 16.
        fullIntensity = ((1 << bits) - 1) << ((bits <= 8 ? 8 : 16) - bits)
    }
}
