import CVips
import Files
import TilePyramid

/// Reads a bitmap of Windows or OS/2 as 8-bit grey or RGB, with alpha where the header gives it bits or
/// where run-length coding jumps over pixels.
final class BMPDecoder: SampleDecoder {
    let shape: SampleShape
    private let header: BMPHeader
    private let file: OpenSource
    private let log: SourceLog
    private let masks: [BMPMask]
    private let runs: BMPRuns?
    /// Red, green and blue of each colour of the palette.
    private let palette: [UInt8]
    /// All colours of the palette are grey.
    private let isGrey: Bool
    private var row = 0

    private var bands: Int { shape.bands }

    init(_ file: OpenSource, log: SourceLog) throws(ImagingError) {
        let header = try BMPHeader(file)
        self.header = header
        self.file = file
        self.log = log
        var masks: [BMPMask] = []
        for mask in header.masks { masks.append(try BMPMask(mask)) }
        self.masks = masks
        palette = header.palette.flatMap(\.self)
        runs = header.coding == .runs ? try BMPRuns(file, header, log: log) : nil
        // A profile is for RGB.
        isGrey =
            header.bits <= 8 && header.profile == nil
            && header.palette.allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] }
        let hasAlpha = header.masks[3] != 0 || (runs?.hasGaps ?? false)
        shape = SampleShape(
            size: PixelSize(width: header.width, height: header.height),
            bands: (isGrey ? 1 : 3) + (hasAlpha ? 1 : 0), format: VIPS_FORMAT_UCHAR,
            interpretation: isGrey ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB,
            profile: header.profile)
        if header.hasLinkedProfile {
            log.warn("the colour profile was ignored: it is in another file")
        }
        // A file that is too short says so before anything is cut.
        if runs == nil, (file.size - header.start) / header.rowBytes < header.height {
            try log.damaged(.damaged(format: "BMP", detail: "premature end of file"))
        }
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        for index in 0..<count {
            let line = UnsafeMutableRawBufferPointer(
                start: out + index * stride, count: header.width * bands)
            let place = header.isTopDown ? row : header.height - 1 - row
            if let runs {
                try readRuns(runs.rows[place], to: line)
            } else {
                let bytes = try file.pixelBytes(
                    at: header.start + place * header.rowBytes, count: header.rowBytes,
                    format: "BMP", log: log)
                try readPlain(bytes, to: line)
            }
            row += 1
        }
    }

    private func readPlain(_ bytes: [UInt8], to line: UnsafeMutableRawBufferPointer)
        throws(ImagingError)
    {
        switch header.bits {
        case 24:
            for x in 0..<header.width {
                for channel in 0..<3 { line[3 * x + channel] = bytes[3 * x + 2 - channel] }
            }
        case 16, 32:
            let size = header.bits / 8
            for x in 0..<header.width {
                var pixel: UInt32 = 0
                for at in (x * size..<(x + 1) * size).reversed() {
                    pixel = pixel << 8 | UInt32(bytes[at])
                }
                for channel in 0..<bands {
                    line[bands * x + channel] = masks[channel].sample(of: pixel)
                }
            }
        default:
            let perByte = 8 / header.bits
            let mask = UInt8(truncatingIfNeeded: 1 << header.bits - 1)
            for x in 0..<header.width {
                let shift = (perByte - 1 - x % perByte) * header.bits
                try put(bytes[x / perByte] >> shift & mask, at: x, of: line)
            }
        }
    }

    private func readRuns(_ row: BMPRuns.Row?, to line: UnsafeMutableRawBufferPointer)
        throws(ImagingError)
    {
        // Pixels that are jumped over stay transparent; where none are, all are set.
        line.initializeMemory(as: UInt8.self, repeating: 0)
        guard let row else { return }
        let bytes = try file.pixelBytes(
            at: row.range.lowerBound, count: row.range.count, format: "BMP", log: log)
        var numbers: [(x: Int, number: UInt8)] = []
        BMPRuns.expand(bytes, from: row.x, bits: header.bits) { x, pixel in
            guard x < header.width else { return }
            if pixel.count == 1, let number = pixel.first {
                numbers.append((x, number))
                return
            }
            for (channel, value) in pixel.reversed().enumerated() {
                line[bands * x + channel] = value
            }
            if bands == 4 { line[4 * x + 3] = 255 }
        }
        for (x, number) in numbers { try put(number, at: x, of: line) }
    }

    /// The colour of the palette that has `number`.
    private func put(_ number: UInt8, at x: Int, of line: UnsafeMutableRawBufferPointer)
        throws(ImagingError)
    {
        let isThere = Int(number) < header.palette.count
        if !isThere {
            try log.damaged(
                .damaged(
                    format: "BMP",
                    detail: "a pixel of colour \(number) where the palette has "
                        + "\(header.palette.count)"))
        }
        let colours = isGrey ? 1 : 3
        for channel in 0..<colours {
            line[bands * x + channel] = isThere ? palette[3 * Int(number) + channel] : 0
        }
        if bands > colours { line[bands * x + colours] = 255 }
    }
}
