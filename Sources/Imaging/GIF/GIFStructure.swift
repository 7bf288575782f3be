import Files
import TilePyramid

/// The parts of a GIF file (GIF89a) up to the frame that is wanted.
struct GIFStructure {
    struct Frame {
        let left: Int
        let top: Int
        let width: Int
        let height: Int
        let isInterlaced: Bool
        /// Three bytes a colour.
        let palette: [UInt8]
        /// The colour that leaves what is there.
        let transparent: Int?
        let disposal: Disposal
        /// Where in the file its codes begin.
        let codes: Int
    }

    /// What becomes of a frame's place before the next frame comes.
    enum Disposal {
        case keep, clear, restore
    }

    let size: PixelSize
    /// All that the wanted one is made of: it is the last.
    private(set) var frames: [Frame] = []

    /// Whether every pixel of the wanted frame has a colour.
    var isOpaque: Bool {
        guard let first = frames.first else { return false }
        return first.left == 0 && first.top == 0
            && first.width >= size.width && first.height >= size.height
            && frames.allSatisfy { $0.transparent == nil }
            && frames.dropLast().allSatisfy { $0.disposal == .keep }
    }

    /// - Throws: `ImagingError.noSuchPage`, `.damaged`, and `.unsupportedPixels` for colours that the file does not tell.
    init(_ file: OpenSource, page: Int) throws(ImagingError) {
        // Behind the signature.
        var bytes = GIFBytes(file, at: 6)
        let (width, height) = (try bytes.word(), try bytes.word())
        let shared = try Self.palette(flags: bytes.next(), &bytes, after: 2)
        var control: (disposal: Disposal, transparent: Int?) = (.keep, nil)
        search: while frames.count <= page {
            if bytes.at >= file.size { break }
            switch try bytes.next() {
            case 0x21:
                if try bytes.next() == 0xf9 { control = try Self.control(&bytes) }
                try bytes.skipChain()
            case 0x2c:
                frames.append(try Self.frame(&bytes, shared, control))
                control = (.keep, nil)
                if frames.count <= page {
                    _ = try bytes.next()
                    try bytes.skipChain()
                }
            case 0x3b: break search
            // Between blocks some programs leave zeros.
            case 0: continue
            default:
                throw ImagingError.damaged(format: "GIF", detail: "a block of no known kind")
            }
        }
        guard let first = frames.first else {
            throw ImagingError.damaged(format: "GIF", detail: "no picture in it")
        }
        guard frames.count > page else {
            throw ImagingError.noSuchPage(page: page, pages: frames.count)
        }
        // A first frame that reaches beyond the canvas makes it larger.
        size = PixelSize(
            width: max(width, first.left + first.width),
            height: max(height, first.top + first.height))
        guard size.width > 0, size.height > 0 else {
            throw ImagingError.damaged(format: "GIF", detail: "it has no pixels")
        }
    }

    private static func palette(flags: Int, _ bytes: inout GIFBytes, after skipped: Int)
        throws(ImagingError) -> [UInt8]
    {
        _ = try bytes.take(skipped)
        return flags & 0x80 == 0 ? [] : try bytes.take(3 << (flags & 7 + 1))
    }

    /// The block's chain is read up to its end marker's block.
    private static func control(_ bytes: inout GIFBytes) throws(ImagingError) -> (
        disposal: Disposal, transparent: Int?
    ) {
        var chain = bytes
        var content: [Int] = []
        while let byte = try chain.nextOfChain() { content.append(byte) }
        guard content.count >= 4 else { return (.keep, nil) }
        let disposal: Disposal =
            switch content[0] >> 2 & 7 {
            case 2: .clear
            // 4 is what some programs write for 3.
            case 3, 4: .restore
            default: .keep
            }
        return (disposal, content[0] & 1 == 1 ? content[3] : nil)
    }

    private static func frame(
        _ bytes: inout GIFBytes, _ shared: [UInt8],
        _ control: (disposal: Disposal, transparent: Int?)
    ) throws(ImagingError) -> Frame {
        let (left, top) = (try bytes.word(), try bytes.word())
        let (width, height) = (try bytes.word(), try bytes.word())
        let flags = try bytes.next()
        let own = try palette(flags: flags, &bytes, after: 0)
        let palette = own.isEmpty ? shared : own
        if palette.isEmpty { throw .unsupportedPixels("GIF without a palette") }
        return Frame(
            left: left, top: top, width: width, height: height, isInterlaced: flags & 0x40 != 0,
            palette: palette, transparent: control.transparent, disposal: control.disposal,
            codes: bytes.at)
    }
}
