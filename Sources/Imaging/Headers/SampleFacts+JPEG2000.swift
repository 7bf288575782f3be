import Files

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
