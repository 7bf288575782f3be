import Foundation

/// A PNG file written by hand, of any depth and colour type (PNG, third edition).
package struct PNGFixture {
    package let width: Int
    package let height: Int
    /// 1, 2, 4, 8, 16.
    package var depth = 8
    /// 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha.
    package var colourType = 2
    package var isInterlaced = false
    /// Chunks before the pixels, by name.
    package var chunks: [(name: String, content: [UInt8])] = []
    package let value: (_ x: Int, _ y: Int, _ channel: Int) -> Int

    package init(
        _ width: Int, _ height: Int, depth: Int = 8, colourType: Int = 2,
        isInterlaced: Bool = false, chunks: [(name: String, content: [UInt8])] = [],
        _ value: @escaping (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) {
        self.width = width
        self.height = height
        self.depth = depth
        self.colourType = colourType
        self.isInterlaced = isInterlaced
        self.chunks = chunks
        self.value = value
    }

    private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType, default: 1] }

    package var data: Data {
        var file = Bytes()
        file.append([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
        var header = Bytes()
        header.append(width, size: 4)
        header.append(height, size: 4)
        header.append([UInt8(depth), UInt8(colourType), 0, 0, isInterlaced ? 1 : 0])
        file.append(Self.chunk("IHDR", header.data))
        for chunk in chunks { file.append(Self.chunk(chunk.name, chunk.content)) }
        let passes =
            isInterlaced
            ? [
                (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
                (0, 1, 1, 2),
            ]
            : [(0, 0, 1, 1)]
        var raw: [UInt8] = []
        for (left, top, across, down) in passes where left < width {
            for y in stride(from: top, to: height, by: down) {
                raw += [0] + row(y, stride(from: left, to: width, by: across))
            }
        }
        file.append(Self.chunk("IDAT", Self.zlib(raw)))
        file.append(Self.chunk("IEND", []))
        return Data(file.data)
    }

    private func row(_ y: Int, _ columns: StrideTo<Int>) -> [UInt8] {
        var row = Bytes()
        var waiting = 0
        var count = 0
        for x in columns {
            for c in 0..<channels {
                if depth >= 8 {
                    row.append(value(x, y, c), size: depth / 8)
                    continue
                }
                waiting = waiting << depth | value(x, y, c)
                count += depth
                if count == 8 {
                    row.append(waiting, size: 1)
                    (waiting, count) = (0, 0)
                }
            }
        }
        if count > 0 { row.append(waiting << (8 - count), size: 1) }
        return row.data
    }

    package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return Bytes.big(content.count, size: 4) + body + Bytes.big(Int(crc(body)), size: 4)
    }

    /// zlib's format with nothing compressed.
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            out += [rest.isEmpty ? 1 : 0]
            out += Bytes.little(block.count, size: 2) + Bytes.little(~block.count, size: 2)
            out += block
        } while !rest.isEmpty
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return out + Bytes.big(b << 16 | a, size: 4)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = ~0
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
