import CVips
import Files
import TilePyramid

/// Reads a portable anymap: 8-bit samples whatever its largest value, or floating point of a PFM.
final class AnymapDecoder: SampleDecoder {
    let shape: SampleShape
    private let header: AnymapHeader
    private let file: OpenSource
    private let log: SourceLog
    private var row = 0
    /// Plain text, which can only be read in order.
    private var text: AnymapText
    /// The 8-bit value of each sample.
    private let scaled: [UInt8]

    init(_ file: OpenSource, log: SourceLog) throws(ImagingError) {
        let header = try AnymapHeader(file)
        self.header = header
        self.file = file
        self.log = log
        text = AnymapText(file, at: header.start)
        var isFloat = false
        switch header.coding {
        case .float:
            isFloat = true
            scaled = []
        case .bits, .plainBits: scaled = [255, 0]
        case .numbers, .plainNumbers:
            let top = header.top
            scaled = (0...top).map { UInt8(($0 * 510 + top) / (2 * top)) }
        }
        let space =
            header.isCMYK
            ? VIPS_INTERPRETATION_CMYK
            : header.channels < 3
                ? VIPS_INTERPRETATION_B_W
                : isFloat ? VIPS_INTERPRETATION_scRGB : VIPS_INTERPRETATION_sRGB
        shape = SampleShape(
            size: PixelSize(width: header.width, height: header.height), bands: header.channels,
            format: isFloat ? VIPS_FORMAT_FLOAT : VIPS_FORMAT_UCHAR, interpretation: space)
        // A file that is too short says so before anything is cut.
        if let rowBytes = header.rowBytes, (file.size - header.start) / rowBytes < header.height {
            try log.damaged(.damaged(format: "PPM", detail: "premature end of file"))
        }
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        for index in 0..<count {
            let line = UnsafeMutableRawBufferPointer(
                start: out + index * stride,
                count: header.width * header.channels * (scaled.isEmpty ? 4 : 1))
            switch header.coding {
            case .plainBits, .plainNumbers: try readText(to: line)
            default: try readBytes(to: line)
            }
            row += 1
        }
    }

    private func readText(to line: UnsafeMutableRawBufferPointer) throws(ImagingError) {
        for x in 0..<line.count {
            do throws(ImagingError) {
                line[x] = try scaledValue(
                    header.coding == .plainBits ? text.digit() : text.number())
            } catch {
                try log.damaged(error)
                line[x] = 0
            }
        }
    }

    private func readBytes(to line: UnsafeMutableRawBufferPointer) throws(ImagingError) {
        guard let rowBytes = header.rowBytes else { return }
        var place = row
        if case .float = header.coding { place = header.height - 1 - row }
        let bytes = try file.pixelBytes(
            at: header.start + place * rowBytes, count: rowBytes, format: "PPM", log: log)
        switch header.coding {
        case .bits:
            for x in 0..<line.count { line[x] = scaled[Int(bytes[x >> 3] >> (7 - x & 7) & 1)] }
        case .float(let isLittleEndian):
            // As this machine has them: the low byte first.
            for i in 0..<line.count { line[i] = bytes[isLittleEndian ? i : i ^ 3] }
        case _ where header.top == 255: line.copyBytes(from: bytes)
        case _ where header.top < 256:
            for x in 0..<line.count { line[x] = try scaledValue(Int(bytes[x])) }
        default:
            for x in 0..<line.count {
                line[x] = try scaledValue(Int(bytes[2 * x]) << 8 | Int(bytes[2 * x + 1]))
            }
        }
    }

    private func scaledValue(_ value: Int) throws(ImagingError) -> UInt8 {
        if value < scaled.count { return scaled[value] }
        try log.damaged(
            .damaged(
                format: "PPM", detail: "a sample of \(value) where the largest is \(header.top)"))
        return 255
    }
}

/// The samples of a plain anymap.
struct AnymapText {
    private var bytes: ByteStream

    init(_ file: OpenSource, at offset: Int) { bytes = ByteStream(file, at: offset) }

    /// The next digit of a plain bitmap, whether or not white space stands before it.
    ///
    /// - Throws: `ImagingError.damaged` where there is none.
    mutating func digit() throws(ImagingError) -> Int {
        let byte = try next()
        guard byte == 0x30 || byte == 0x31 else { throw Self.noNumber }
        return Int(byte) - 0x30
    }

    /// The next number; of a long one some number above every sample.
    ///
    /// - Throws: `ImagingError.damaged` where there is none.
    mutating func number() throws(ImagingError) -> Int {
        var byte = try next()
        var number = 0
        while true {
            guard (0x30...0x39).contains(byte) else { throw Self.noNumber }
            number = min(number * 10 + Int(byte) - 0x30, 1 << 24)
            guard let following = try bytes.next() else { return number }
            if following == 0x23 { try skipLine() }
            if following <= 32 || following == 0x23 { return number }
            byte = following
        }
    }

    /// The next byte that is no white space and in no comment.
    private mutating func next() throws(ImagingError) -> UInt8 {
        while let byte = try bytes.next() {
            if byte == 0x23 { try skipLine() } else if byte > 32 { return byte }
        }
        throw .damaged(format: "PPM", detail: "premature end of file")
    }

    private mutating func skipLine() throws(ImagingError) {
        while let byte = try bytes.next(), byte != 10, byte != 13 {}
    }

    private static let noNumber = ImagingError.damaged(
        format: "PPM", detail: "what stands in a sample's place is no number")
}
