import Files

/// The header of a Truevision TGA file, and what the newer ones' extension says of alpha.
struct TGAHeader: Hashable {
    enum Alpha: Hashable {
        case none
        case unassociated
        /// Colours are multiplied with it.
        case associated
    }

    enum Pixels: Hashable {
        case palette, colour, grey
    }

    let pixels: Pixels
    let isRunLength: Bool
    let width: Int
    let height: Int
    /// Bits of a pixel.
    let bits: Int
    let alpha: Alpha
    let isTopDown: Bool
    let isRightToLeft: Bool
    /// The number of the palette's first colour.
    let firstColour: Int
    /// Bits of a colour of the palette.
    let paletteBits: Int
    let palette: [UInt8]
    /// Where the pixels start.
    let start: Int

    /// Bytes of a pixel in the file.
    var pixelBytes: Int { (bits + 7) / 8 }

    /// - Throws: `ImagingError.damaged`, `.unsupportedPixels`.
    init(_ file: OpenSource) throws(ImagingError) {
        let head = try file.bytes(at: 0, count: 18)
        guard head.count == 18 else { throw Self.unreadable }
        func word(_ place: Int) -> Int { Int(head[place]) | Int(head[place + 1]) << 8 }
        switch head[2] & 7 {
        case 1: pixels = .palette
        case 2: pixels = .colour
        case 3: pixels = .grey
        default: throw Self.unreadable
        }
        isRunLength = head[2] & 8 != 0
        (width, height) = (word(12), word(14))
        guard width > 0, height > 0 else { throw Self.unreadable }
        bits = Int(head[16])
        isTopDown = head[17] & 0x20 != 0
        isRightToLeft = head[17] & 0x10 != 0
        firstColour = word(3)
        // A picture of colours of its own may have a palette, too.
        let entry = (Int(head[7]) + 7) / 8
        let paletteSize = head[1] == 1 ? word(5) * entry : 0
        let paletteStart = 18 + Int(head[0])
        start = paletteStart + paletteSize
        let isPalette = pixels == .palette
        paletteBits = isPalette ? Int(head[7]) : 0
        palette = isPalette ? try file.bytes(at: paletteStart, count: paletteSize) : []
        guard palette.count == (isPalette ? paletteSize : 0) else {
            throw .damaged(format: "TGA", detail: "premature end of file")
        }
        switch (pixels, bits, paletteBits) {
        case (.palette, 8, 15), (.palette, 8, 16), (.palette, 8, 24), (.palette, 8, 32),
            (.palette, 16, 15), (.palette, 16, 16), (.palette, 16, 24), (.palette, 16, 32),
            (.colour, 15, 0), (.colour, 16, 0), (.colour, 24, 0), (.colour, 32, 0),
            (.grey, 8, 0), (.grey, 16, 0):
            break
        default:
            throw .unsupportedPixels(
                "a TGA of \(bits) bits a pixel"
                    + (isPalette ? " with a palette of \(paletteBits)" : ""))
        }
        let depth = isPalette ? paletteBits : bits
        alpha = try Self.alpha(
            file, attributeBits: Int(head[17] & 15), isPossible: depth == 16 || depth == 32)
    }

    private static let unreadable = ImagingError.damaged(
        format: "TGA", detail: "its header cannot be read")

    /// The header says how many bits of a pixel are none of its colour, the extension what they are for.
    private static func alpha(_ file: OpenSource, attributeBits: Int, isPossible: Bool)
        throws(ImagingError) -> Alpha
    {
        guard isPossible, attributeBits > 0 else { return .none }
        let end = try file.bytes(at: file.size - 26, count: 26)
        guard end.count == 26, end[8..<24].elementsEqual(Array("TRUEVISION-XFILE".utf8)) else {
            return .unassociated
        }
        let place = end[0..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
        let length = try file.bytes(at: place, count: 2)
        guard place > 0, length.count == 2, Int(length[0]) | Int(length[1]) << 8 >= 495,
            let kind = try file.bytes(at: place + 494, count: 1).first
        else { return .unassociated }
        switch kind {
        // Undefined data, of which some are to be kept, but not to be seen.
        case 0, 1, 2: return .none
        case 4: return .associated
        default: return .unassociated
        }
    }
}
