import Files

/// Image formats told by their first bytes: those that decoders of ours read, and those that libvips
/// may have no loader for, to name them.
enum KnownContent: String {
    case jpeg = "JPEG"
    case bmp = "BMP"
    case tga = "TGA"
    case jpeg2000 = "JPEG 2000"
    case jpegXL = "JPEG XL"
    case heif = "HEIF"
    case heifSequence = "HEIF sequence"
    case isoMedia = "ISO media file"
    case webp = "WebP"
    case gif = "GIF"
    case tiff = "TIFF"
    case photoshop = "Photoshop document"
    case icon = "Windows icon"
    case dds = "DirectDraw surface"
    case anymap = "PPM"
    case jpegXR = "JPEG XR"
    case qoi = "QOI"

    /// - Throws: `ImagingError.cannotRead`.
    init?(_ file: OpenSource) throws(ImagingError) {
        let head = try file.bytes(at: 0, count: 32)
        func starts(_ bytes: [UInt8], at place: Int = 0) -> Bool {
            head.count >= place + bytes.count && head[place...].starts(with: bytes)
        }
        func starts(_ text: String, at place: Int = 0) -> Bool {
            starts(Array(text.utf8), at: place)
        }
        if starts([0xff, 0xd8]) {
            self = .jpeg
        } else if starts("BM") || starts("BA"), Self.isBMP(head) {
            self = .bmp
        } else if starts([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20])
            || starts([0xff, 0x4f, 0xff, 0x51])
        {
            self = .jpeg2000
        } else if starts([0xff, 0x0a]) || starts([0, 0, 0, 12, 0x4a, 0x58, 0x4c, 0x20]) {
            self = .jpegXL
        } else if starts("ftyp", at: 4), head.count >= 12 {
            self = Self.ofISOMedia(brand: String(decoding: head[8..<12], as: UTF8.self))
        } else if starts("RIFF"), starts("WEBP", at: 8) {
            self = .webp
        } else if starts("GIF8") {
            self = .gif
        } else if starts("8BPS") {
            self = .photoshop
        } else if starts("DDS ") {
            self = .dds
        } else if Self.isAnymap(head) {
            self = .anymap
        } else if starts("qoif") {
            self = .qoi
        } else if starts([0x49, 0x49, 0xbc, 1]) {
            self = .jpegXR
        } else if starts([0x49, 0x49, 42, 0]) || starts([0x4d, 0x4d, 0, 42])
            || starts([0x49, 0x49, 43, 0]) || starts([0x4d, 0x4d, 0, 43])
        {
            self = .tiff
        } else if starts([0, 0, 1, 0]), head.count >= 22, head[4] > 0, head[5] == 0, head[9] == 0 {
            self = .icon
        } else if try Self.isTGA(head, file) {
            self = .tga
        } else {
            return nil
        }
    }

    /// Videos and raw camera data begin like HEIF; the brand tells (ISO/IEC 23008-12, 10).
    private static func ofISOMedia(brand: String) -> KnownContent {
        switch brand {
        case "heic", "heix", "heim", "heis", "mif1", "mif2", "avif": .heif
        case "avis", "hevc", "hevx", "hevm", "hevs", "msf1": .heifSequence
        default: .isoMedia
        }
    }

    /// "P" and a digit begin words, too: white space or a comment follows here.
    private static func isAnymap(_ head: [UInt8]) -> Bool {
        guard head.count > 3, head[0] == 0x50 else { return false }
        return (Array("1234567Ff".utf8)).contains(head[1])
            && ([9, 10, 13, 32, 0x23] as [UInt8]).contains(head[2])
    }

    /// "BM" begins words, too: the header's size tells.
    private static func isBMP(_ head: [UInt8]) -> Bool {
        // A bitmap array of OS/2's: its own header, then the first bitmap.
        if head.starts(with: Array("BA".utf8)) {
            return head.dropFirst(14).starts(with: Array("BM".utf8))
                && isBMP(Array(head.dropFirst(14)))
        }
        guard head.count >= 18 else { return false }
        let size = Int(head[14]) | Int(head[15]) << 8 | Int(head[16]) << 16 | Int(head[17]) << 24
        return size == 12 || (16...64).contains(size) && size % 4 == 0 || size == 108 || size == 124
    }

    /// TGA has no signature at its start: newer files have one at the end, older ones a header
    /// whose every field has few values.
    private static func isTGA(_ head: [UInt8], _ file: OpenSource) throws(ImagingError) -> Bool {
        guard head.count >= 18 else { return false }
        let end = try file.bytes(at: file.size - 18, count: 16)
        let hasSignature = end == Array("TRUEVISION-XFILE".utf8)
        let kind = head[2]
        let depth = head[16]
        let isKnown =
            switch kind {
            case 1, 9: head[1] == 1 && [8, 16].contains(depth)
            case 2, 10: head[1] <= 1 && [15, 16, 24, 32].contains(depth)
            case 3, 11: head[1] <= 1 && [8, 16].contains(depth)
            default: false
            }
        let hasSize = (head[12] | head[13]) != 0 && (head[14] | head[15]) != 0
        return isKnown && hasSize && (hasSignature || head[17] & 0xc0 == 0)
    }
}
