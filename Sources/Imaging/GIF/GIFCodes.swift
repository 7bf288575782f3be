import Files

/// The colours of one GIF frame, decoded from its codes (LZW with codes of growing width).
struct GIFCodes {
    private var bytes: GIFBytes
    private let clear: Int
    private let firstWidth: Int

    /// Each code is a colour behind another code's colours.
    private var prefixes = [UInt16](repeating: 0, count: 4096)
    private var suffixes = [UInt16](repeating: 0, count: 4096)
    private var count: Int
    private var width: Int
    private var previous: Int?
    /// Colours of the present code, the last one first.
    private var waiting: [UInt16] = []
    private var bits = 0
    private var bitCount = 0

    /// - Throws: `ImagingError.damaged`.
    init(_ file: OpenSource, at place: Int) throws(ImagingError) {
        bytes = GIFBytes(file, at: place)
        let size = try bytes.next()
        guard (1...11).contains(size) else {
            throw ImagingError.damaged(format: "GIF", detail: "codes of \(size) bits")
        }
        clear = 1 << size
        firstWidth = size + 1
        width = size + 1
        count = clear + 2
        for value in 0..<clear { suffixes[value] = UInt16(value) }
    }

    /// The next colour, by its number in the palette.
    ///
    /// - Throws: `ImagingError.damaged` where the codes end early or mean nothing.
    mutating func next() throws(ImagingError) -> Int {
        while waiting.isEmpty { try decode() }
        return Int(waiting.removeLast())
    }

    private mutating func decode() throws(ImagingError) {
        let code = try nextCode()
        if code == clear {
            (count, width, previous) = (clear + 2, firstWidth, nil)
            return
        }
        guard code != clear + 1 else {
            throw ImagingError.damaged(format: "GIF", detail: "premature end of a frame")
        }
        // A code may be the one that it completes.
        let isNew = code == count && previous != nil && count < 4096
        guard code < count || isNew, previous != nil || code < clear else {
            throw ImagingError.damaged(format: "GIF", detail: "a code without a meaning")
        }
        if isNew { waiting.append(0) }
        var rest = isNew ? previous ?? 0 : code
        while rest > clear {
            waiting.append(suffixes[rest])
            rest = Int(prefixes[rest])
        }
        let first = suffixes[rest]
        waiting.append(first)
        if isNew { waiting[0] = first }
        if let previous, count < 4096 {
            prefixes[count] = UInt16(previous)
            suffixes[count] = first
            count += 1
            if count == 1 << width && width < 12 { width += 1 }
        }
        previous = code
    }

    private mutating func nextCode() throws(ImagingError) -> Int {
        while bitCount < width {
            guard let byte = try bytes.nextOfChain() else {
                throw ImagingError.damaged(format: "GIF", detail: "premature end of a frame")
            }
            bits |= byte << bitCount
            bitCount += 8
        }
        defer {
            bits >>= width
            bitCount -= width
        }
        return bits & (1 << width - 1)
    }
}
