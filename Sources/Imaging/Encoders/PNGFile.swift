import CDeflate
import Raster

/// The chunks of a PNG file around its one chunk of data.
struct PNGFile {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// Length and type before a chunk's data, and checksum after.
    private static let frame = 12
    private static let headerBytes = 13
    private static let dataStart = 8 + frame + headerBytes + 8

    private let output: ByteBuffer
    private let dataBound: Int

    /// - Parameter dataBound: the most bytes that the data may take.
    init(_ output: ByteBuffer, dataBound: Int) {
        self.output = output
        self.dataBound = dataBound
        output.reserve(Self.dataStart + dataBound + 4 + Self.frame)
    }

    /// Where the compressed data go.
    var dataRoom: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: output.base + Self.dataStart, count: dataBound)
    }

    func begin(width: Int, height: Int, format: PixelFormat) {
        output.base.copyMemory(from: Self.signature, byteCount: 8)
        let colourType: UInt8 =
            switch format {
            case .grey: 0
            case .rgb: 2
            case .greyAlpha: 4
            case .rgba: 6
            case .ycc420: preconditionFailure("planes go from JPEG to JPEG only")
            }
        let header = big(width) + big(height) + [8, colourType, 0, 0, 0]
        (output.base + 16).copyMemory(from: header, byteCount: Self.headerBytes)
        close("IHDR", at: 8, length: Self.headerBytes)
    }

    /// Frames the data that were put in `dataRoom` and ends the file.
    func end(dataLength: Int) {
        close("IDAT", at: Self.dataStart - 8, length: dataLength)
        let end = Self.dataStart + dataLength + 4
        close("IEND", at: end, length: 0)
        output.setCount(end + Self.frame)
    }

    /// Writes length, type and checksum around data that are in place.
    private func close(_ type: StaticString, at offset: Int, length: Int) {
        let start = output.base + offset
        start.copyMemory(from: big(length), byteCount: 4)
        (start + 4).copyMemory(from: type.utf8Start, byteCount: 4)
        let checksum = libdeflate_crc32(0, start + 4, length + 4)
        (start + 8 + length).copyMemory(from: big(Int(checksum)), byteCount: 4)
    }

    private func big(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
