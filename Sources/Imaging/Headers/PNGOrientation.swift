import Files

/// The EXIF orientation of a PNG whose `eXIf` chunk stands behind the pixels, where libvips, which
/// reads headers only up to them, does not see it. The chunk may stand on either side.
enum PNGOrientation {
    static func afterPixels(_ file: OpenSource) throws(ImagingError) -> Int? {
        var at = 8
        var isBehind = false
        while let length = try file.number(at: at, size: 4) {
            let name = String(decoding: try file.bytes(at: at + 4, count: 4), as: UTF8.self)
            switch name {
            case "IDAT": isBehind = true
            case "eXIf" where isBehind:
                return orientation(try file.bytes(at: at + 8, count: min(length, 65536)))
            case "IEND": return nil
            default: break
            }
            at += 12 + length
        }
        return nil
    }

    /// Tag 274 of the first directory (TIFF 6.0), 1...8.
    private static func orientation(_ exif: [UInt8]) -> Int? {
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
