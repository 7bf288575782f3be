import Files

extension SampleFacts {
    /// PNG (third edition): before the pixels, `cICP` numbers the colours, `gAMA` gives a power; a
    /// profile, or `sRGB`, goes before the latter. An EXIF orientation may stand on either side of
    /// the pixels; libvips reads headers only up to them.
    mutating func readPNG(_ file: OpenSource) throws(ImagingError) {
        var at = 8
        var power: Double?
        var mayTellColours = true
        var isBehindPixels = false
        while let length = try file.number(at: at, size: 4) {
            let name = String(decoding: try file.bytes(at: at + 4, count: 4), as: UTF8.self)
            let content = at + 8
            switch name {
            case "cICP" where mayTellColours:
                let numbers = try file.bytes(at: content, count: 2)
                if numbers.count == 2 {
                    colour = try CodedColour(
                        primaries: Int(numbers[0]), transfer: Int(numbers[1]))
                }
                mayTellColours = false
            case "sRGB", "iCCP": mayTellColours = false
            case "gAMA":
                guard let gamma = try file.number(at: content, size: 4), gamma > 0 else { break }
                // 45455 is how sRGB is written; near it nothing else is meant.
                if abs(gamma - 45455) > 1000 { power = 100_000 / Double(gamma) }
            case "IDAT":
                if mayTellColours, let power { colour = CodedColour(power: power) }
                mayTellColours = false
                isBehindPixels = true
            case "eXIf" where isBehindPixels:
                orientation = Self.orientation(
                    inEXIF: try file.bytes(at: content, count: min(length, 65536)))
                return
            case "IEND": return
            default: break
            }
            at = content + length + 4
        }
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
