import Files

/// A box of an ISO base media file: JPEG 2000, HEIF.
struct ISOBox {
    let type: String
    /// Where in the file its content is.
    let content: Range<Int>

    /// The boxes that follow one another in a part of the file.
    ///
    /// - Parameter cutOff: whether a box that reaches beyond that part counts, as far as it is there.
    static func all(in range: Range<Int>, of file: OpenSource, cutOff: Bool = false)
        throws(ImagingError) -> [ISOBox]
    {
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
            if cutOff { size = min(size, range.upperBound - at) }
            guard size >= headSize, size <= range.upperBound - at else { break }
            let type = String(decoding: head[4..<8], as: UTF8.self)
            boxes.append(ISOBox(type: type, content: at + headSize..<at + size))
            at += size
        }
        return boxes
    }
}
