import Files

/// Image formats that libvips may have no loader for, told by their first bytes, to name them and
/// to know which of them may be handed to ImageMagick.
enum KnownContent: String {
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
    case pam = "PAM"
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
        if starts("BM"), Self.isBMP(head) {
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
        } else if starts("P7\n") {
            self = .pam
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

    /// "BM" begins words, too: the header's size and the colour planes tell.
    private static func isBMP(_ head: [UInt8]) -> Bool {
        guard head.count >= 28 else { return false }
        let size = Int(head[14]) | Int(head[15]) << 8 | Int(head[16]) << 16 | Int(head[17]) << 24
        return [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
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
            case 1, 9: head[1] == 1 && depth == 8
            case 2, 10: head[1] == 0 && [15, 16, 24, 32].contains(depth)
            case 3, 11: head[1] == 0 && [8, 16].contains(depth)
            default: false
            }
        let hasSize = (head[12] | head[13]) != 0 && (head[14] | head[15]) != 0
        return isKnown && hasSize && (hasSignature || head[17] & 0xc0 == 0)
    }
}
