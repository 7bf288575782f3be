import Files

extension SampleFacts {
    /// PNG (third edition): before the palette and the pixels stand the chunks that tell the colours. An
    /// EXIF orientation may stand on either side of the pixels; libvips reads headers only up to
    /// them.
    mutating func readPNG(_ file: OpenSource) throws(ImagingError) {
        var at = 8
        var colours = PNGColours()
        var mayTellColours = true
        var isBehindPixels = false
        while let length = try file.number(at: at, size: 4) {
            let name = String(decoding: try file.bytes(at: at + 4, count: 4), as: UTF8.self)
            let content = at + 8
            switch name {
            case _ where mayTellColours && PNGColours.names.contains(name):
                guard length <= 1 << 24, let check = try file.number(at: content + length, size: 4)
                else { break }
                colours.take(name, try file.bytes(at: content, count: length), check: check)
            case "PLTE": mayTellColours = false
            case "IDAT":
                mayTellColours = false
                isBehindPixels = true
            case "eXIf" where isBehindPixels:
                orientation = Self.orientation(
                    inEXIF: try file.bytes(at: content, count: min(length, 65536)))
                try take(&colours)
                return
            case "IEND":
                try take(&colours)
                return
            default: break
            }
            at = content + length + 4
        }
        try take(&colours)
    }

    private mutating func take(_ colours: inout PNGColours) throws(ImagingError) {
        if let (colour, outranksProfile) = try colours.settled() {
            self.colour = colour
            self.outranksProfile = outranksProfile
        }
        profile = colours.droppedProfile
        warnings = colours.warnings
    }

    /// Tag 274 of the first directory (TIFF 6.0), 1...8.
    private static func orientation(inEXIF exif: [UInt8]) -> Int? {
        let isLittle = exif.starts(with: [0x49, 0x49, 42, 0])
        guard isLittle || exif.starts(with: [0x4d, 0x4d, 0, 42]) else { return nil }
        func number(_ at: Int, _ size: Int) -> Int? {
            guard at >= 0, at + size <= exif.count else { return nil }
            let bytes = exif[at..<at + size]
            return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) {
                $0 << 8 | Int($1)
            }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard number(entry, 2) == 274, let type = number(entry + 2, 2) else { continue }
            let value = type == 4 ? number(entry + 8, 4) : number(entry + 8, 2)
            return value.flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}
