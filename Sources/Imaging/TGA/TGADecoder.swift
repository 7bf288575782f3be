import CVips
import Files
import TilePyramid

/// Reads a Truevision TGA file as 8-bit grey or RGB, upright, with the alpha that it says it has.
final class TGADecoder: SampleDecoder {
    let shape: SampleShape
    private let header: TGAHeader
    private let file: OpenSource
    private let log: SourceLog
    private let runs: TGARuns?
    private var row = 0
    private var bands: Int { shape.bands }

    init(_ file: OpenSource, log: SourceLog) throws(ImagingError) {
        let header = try TGAHeader(file)
        self.header = header
        self.file = file
        self.log = log
        runs = header.isRunLength ? try TGARuns(file, header, log: log) : nil
        let isGrey = header.pixels == .grey
        shape = SampleShape(
            size: PixelSize(width: header.width, height: header.height),
            bands: (isGrey ? 1 : 3) + (header.alpha == .none ? 0 : 1), format: VIPS_FORMAT_UCHAR,
            interpretation: isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
        let whole = header.width * header.height * header.pixelBytes
        if runs == nil, file.size - header.start < whole {
            try log.damaged(.damaged(format: "TGA", detail: "premature end of file"))
        }
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        let size = header.pixelBytes
        for index in 0..<count {
            let line = UnsafeMutableRawBufferPointer(
                start: out + index * stride, count: header.width * bands)
            let place = header.isTopDown ? row : header.height - 1 - row
            let bytes = try bytes(of: place)
            for x in 0..<header.width {
                let from = header.isRightToLeft ? header.width - 1 - x : x
                let pixel = bytes[from * size..<(from + 1) * size]
                try put(
                    pixel,
                    to: UnsafeMutableRawBufferPointer(
                        rebasing: line[bands * x..<bands * (x + 1)]))
            }
            row += 1
        }
    }

    private func bytes(of row: Int) throws(ImagingError) -> [UInt8] {
        if let runs { return try runs.bytes(of: row, file, header, log: log) }
        let count = header.width * header.pixelBytes
        return try file.pixelBytes(
            at: header.start + row * count, count: count, format: "TGA", log: log)
    }

    private func put(_ pixel: ArraySlice<UInt8>, to out: UnsafeMutableRawBufferPointer)
        throws(ImagingError)
    {
        let first = pixel.startIndex
        switch header.pixels {
        case .grey:
            // 16 bits without alpha: the low byte first.
            out[0] =
                pixel.count == 2 && header.alpha == .none
                ? UInt8((Int(pixel[first]) | Int(pixel[first + 1]) << 8 + 128) / 257)
                : pixel[first]
            if out.count == 2 { out[1] = pixel[first + 1] }
        case .colour: put(colour: pixel, bits: header.bits, to: out)
        case .palette:
            let number = pixel.reversed().reduce(0) { $0 << 8 | Int($1) } - header.firstColour
            let size = (header.paletteBits + 7) / 8
            guard number >= 0, (number + 1) * size <= header.palette.count else {
                try log.damaged(
                    .damaged(
                        format: "TGA", detail: "a pixel of a colour that is not in the palette"))
                out.initializeMemory(as: UInt8.self, repeating: 0)
                return
            }
            put(
                colour: header.palette[number * size..<(number + 1) * size],
                bits: header.paletteBits, to: out)
        }
        if header.alpha == .associated { divide(out) }
    }

    private func put(
        colour: ArraySlice<UInt8>, bits: Int, to out: UnsafeMutableRawBufferPointer
    ) {
        let first = colour.startIndex
        if bits > 16 {
            for channel in 0..<3 { out[channel] = colour[first + 2 - channel] }
            if out.count == 4 { out[3] = colour[first + 3] }
            return
        }
        let value = Int(colour[first]) | Int(colour[first + 1]) << 8
        for channel in 0..<3 {
            let sample = value >> (10 - 5 * channel) & 31
            out[channel] = UInt8((sample * 510 + 31) / 62)
        }
        if out.count == 4 { out[3] = value & 0x8000 == 0 ? 0 : 255 }
    }

    /// Takes the alpha out of the colours.
    private func divide(_ out: UnsafeMutableRawBufferPointer) {
        let alpha = Int(out[out.count - 1])
        guard alpha > 0 else { return }
        for channel in 0..<out.count - 1 {
            out[channel] = UInt8(min(255, (Int(out[channel]) * 510 + alpha) / (2 * alpha)))
        }
    }
}
