import Foundation

/// A GIF written by hand, of frames that lie anywhere; none of it is compressed: every code is a
/// literal, and the table is cleared before codes would grow.
package struct GIFFixture {
    package struct Frame {
        package var left = 0
        package var top = 0
        package var width: Int
        package var height: Int
        /// 1 keeps, 2 clears, 3 restores.
        package var disposal = 0
        package var transparent: Int?
        /// A palette of its own.
        package var palette: [[UInt8]]?
        package var isInterlaced = false
        /// Colours that are written; all of them where there is no number.
        package var written: Int?
        package let colour: (_ x: Int, _ y: Int) -> Int

        package init(
            _ width: Int, _ height: Int, at place: (left: Int, top: Int) = (0, 0),
            disposal: Int = 0, transparent: Int? = nil,
            _ colour: @escaping (_ x: Int, _ y: Int) -> Int
        ) {
            (self.width, self.height) = (width, height)
            (left, top) = place
            (self.disposal, self.transparent) = (disposal, transparent)
            self.colour = colour
        }

        fileprivate var rows: [Int] {
            guard isInterlaced else { return Array(0..<height) }
            return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
                Array(stride(from: start, to: height, by: step))
            }
        }
    }

    package let width: Int
    package let height: Int
    /// Up to 4 colours, shared by the frames.
    package var palette: [[UInt8]]
    package var background = 0
    package var frames: [Frame]

    package init(_ width: Int, _ height: Int, palette: [[UInt8]], _ frames: [Frame]) {
        (self.width, self.height) = (width, height)
        (self.palette, self.frames) = (palette, frames)
    }

    package var data: Data {
        var file = Bytes(isLittleEndian: true)
        file.append("GIF89a")
        file.append(width, size: 2)
        file.append(height, size: 2)
        file.append([palette.isEmpty ? 0x70 : 0xf1, UInt8(background), 0])
        if !palette.isEmpty { file.append(Self.table(palette)) }
        for frame in frames {
            let flags = frame.disposal << 2 | (frame.transparent == nil ? 0 : 1)
            file.append([0x21, 0xf9, 4, UInt8(flags), 10, 0, UInt8(frame.transparent ?? 0), 0])
            file.append(0x2c, size: 1)
            for number in [frame.left, frame.top, frame.width, frame.height] {
                file.append(number, size: 2)
            }
            file.append([(frame.palette == nil ? 0 : 0x81) | (frame.isInterlaced ? 0x40 : 0)])
            if let palette = frame.palette { file.append(Self.table(palette)) }
            file.append(2, size: 1)
            let codes = Self.codes(of: frame)
            for start in stride(from: 0, to: codes.count, by: 255) {
                let block = codes[start..<min(start + 255, codes.count)]
                file.append(block.count, size: 1)
                file.append(Array(block))
            }
            file.append(0, size: 1)
        }
        file.append(0x3b, size: 1)
        return Data(file.data)
    }

    private static func table(_ palette: [[UInt8]]) -> [UInt8] {
        (0..<4).flatMap { $0 < palette.count ? palette[$0] : [0, 0, 0] }
    }

    private static func codes(of frame: Frame) -> [UInt8] {
        let colours = frame.rows.flatMap { y in (0..<frame.width).map { frame.colour($0, y) } }
        var bits: [Bool] = []
        func put(_ code: Int) { for bit in 0..<3 { bits.append(code >> bit & 1 == 1) } }
        for (index, colour) in colours.prefix(frame.written ?? colours.count).enumerated() {
            // 4 clears, 5 ends; two literals a time keep codes at 3 bits.
            if index % 2 == 0 { put(4) }
            put(colour)
        }
        put(5)
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { byte, bit in
                start + bit < bits.count && bits[start + bit] ? byte | 1 << bit : byte
            }
        }
    }
}
