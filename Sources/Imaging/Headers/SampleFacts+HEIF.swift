import Files

extension SampleFacts {
    /// HEIF (ISO/IEC 23008-12): what the boxes say of the primary picture.
    ///
    /// - Throws: `ImagingError.unsupportedPixels` for sequences, and colours that cannot be shown.
    mutating func readHEIF(_ file: OpenSource) throws(ImagingError) {
        let boxes = try ISOBox.all(in: 0..<file.size, of: file)
        guard let meta = boxes.first(where: { $0.type == "meta" }) else {
            if boxes.contains(where: { $0.type == "moov" }) { throw HEIFItems.sequence }
            return
        }
        guard let items = try HEIFItems(meta, file) else { return }
        let picture = try items.properties(of: items.primary)
        try readColour(picture, file)
        var coded = picture
        if let tile = items.references.first(where: {
            $0.type == "dimg" && $0.from == items.primary
        })?.to.first {
            // Of a grid, its tiles say how they are coded.
            coded += try items.properties(of: tile)
        }
        try readCoding(coded, file)
        let alphas = items.references.filter { $0.type == "auxl" && $0.to.contains(items.primary) }
        isPremultiplied = items.references.contains { reference in
            reference.type == "prem" && reference.from == items.primary
                && alphas.contains { reference.to.contains($0.from) }
        }
    }

    /// A profile goes before numbers, which then only say how RGB is made of YCbCr.
    private mutating func readColour(_ properties: [ISOBox], _ file: OpenSource)
        throws(ImagingError)
    {
        var hasProfile = false
        var numbers: (primaries: Int, transfer: Int)?
        for box in properties where box.type == "colr" {
            let start = box.content.lowerBound
            let kind = String(decoding: try file.bytes(at: start, count: 4), as: UTF8.self)
            if kind == "prof" || kind == "rICC" { hasProfile = true }
            guard kind == "nclx", numbers == nil,
                let primaries = try file.number(at: start + 4, size: 2),
                let transfer = try file.number(at: start + 6, size: 2),
                let range = try file.number(at: start + 10, size: 1)
            else { continue }
            numbers = (primaries, transfer)
            hasLimitedRange = range & 0x80 == 0
        }
        guard let numbers, !hasProfile else { return }
        colour = try CodedColour(primaries: numbers.primaries, transfer: numbers.transfer)
    }

    /// `av1C` (AV1 in ISOBMFF, 2.3) and `hvcC` (ISO/IEC 14496-15, 8.3.3).
    private mutating func readCoding(_ properties: [ISOBox], _ file: OpenSource)
        throws(ImagingError)
    {
        for box in properties where box.type == "av1C" || box.type == "hvcC" {
            let bytes = try file.bytes(at: box.content.lowerBound, count: 18)
            if box.type == "av1C", bytes.count > 2 {
                isMonochrome = bytes[2] & 0x10 != 0
            } else if box.type == "hvcC", bytes.count > 17 {
                isMonochrome = bytes[16] & 3 == 0
            }
        }
    }
}
