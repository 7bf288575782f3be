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
                orientation = EXIF.orientation(
                    try file.bytes(at: content, count: min(length, 65536)))
                return
            case "IEND": return
            default: break
            }
            at = content + length + 4
        }
    }
}
