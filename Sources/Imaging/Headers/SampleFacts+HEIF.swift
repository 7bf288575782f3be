import Files

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
