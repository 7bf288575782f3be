import Foundation

/// Files of several pictures, put together by hand.
package enum ContainerFixtures {
    /// A GIF of full frames of up to 4 colours, none of it compressed: every code is a literal, and
    /// the table is cleared before codes would grow.
    package static func gif(
        _ width: Int, _ height: Int, palette: [[UInt8]], frames: [(Int, Int) -> Int],
        transparent: Int? = nil
    ) -> Data {
        var file = Bytes(isLittleEndian: true)
        file.append("GIF89a")
        file.append(width, size: 2)
        file.append(height, size: 2)
        file.append([0xf1, 0, 0])
        for index in 0..<4 { file.append(index < palette.count ? palette[index] : [0, 0, 0]) }
        for frame in frames {
            let flags: UInt8 = transparent == nil ? 0 : 1
            file.append([0x21, 0xf9, 4, flags, 10, 0, UInt8(transparent ?? 0), 0])
            file.append(0x2c, size: 1)
            for number in [0, 0, width, height] { file.append(number, size: 2) }
            file.append([0, 2])
            var bits: [Bool] = []
            func put(_ code: Int) { for bit in 0..<3 { bits.append(code >> bit & 1 == 1) } }
            for index in 0..<width * height {
                // 4 clears, 5 ends; two literals a time keep codes at 3 bits.
                if index % 2 == 0 { put(4) }
                put(frame(index % width, index / width))
            }
            put(5)
            var codes: [UInt8] = []
            for start in stride(from: 0, to: bits.count, by: 8) {
                codes.append(
                    (0..<8).reduce(0) { byte, bit in
                        start + bit < bits.count && bits[start + bit] ? byte | 1 << bit : byte
                    })
            }
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

    /// An animated WebP of single ones of one size.
    package static func webp(_ frames: [Data], _ width: Int, _ height: Int) -> Data {
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + Bytes.little(content.count, size: 4) + content
                + (content.count % 2 == 1 ? [0] : [])
        }
        let size = Bytes.little(width - 1, size: 3) + Bytes.little(height - 1, size: 3)
        var body = chunk("VP8X", [0x02, 0, 0, 0] + size)
        body += chunk("ANIM", [255, 255, 255, 255, 0, 0])
        for frame in frames {
            let place: [UInt8] = [0, 0, 0, 0, 0, 0]
            body += chunk("ANMF", place + size + [100, 0, 0, 0] + bitstream(frame))
        }
        return Data(chunk("RIFF", Array("WEBP".utf8) + body))
    }

    /// The chunk with the pixels of a single WebP.
    private static func bitstream(_ file: Data) -> [UInt8] {
        let bytes = Array(file)
        var at = 12
        while at + 8 <= bytes.count {
            let size = bytes[at + 4..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let end = min(bytes.count, at + 8 + size + size % 2)
            if bytes[at..<at + 3].elementsEqual(Array("VP8".utf8)) && bytes[at + 3] != 0x58 {
                return Array(bytes[at..<end])
            }
            at = end
        }
        return []
    }

    /// An uncompressed 24-bit BMP, its rows from the bottom up.
    package static func bmp(_ picture: Picture) -> Data {
        let stride = (picture.width * 3 + 3) / 4 * 4
        var file = Bytes(isLittleEndian: true)
        file.append("BM")
        for number in [54 + stride * picture.height, 0, 54, 40, picture.width, picture.height] {
            file.append(number, size: 4)
        }
        file.append(1, size: 2)
        file.append(24, size: 2)
        for number in [0, stride * picture.height, 2835, 2835, 0, 0] {
            file.append(number, size: 4)
        }
        for y in (0..<picture.height).reversed() {
            var row = (0..<picture.width).flatMap { picture[$0, y].reversed() }
            row += [UInt8](repeating: 0, count: stride - row.count)
            file.append(row)
        }
        return Data(file.data)
    }

    /// An uncompressed 24-bit TGA without the newer files' signature.
    package static func tga(_ picture: Picture, fromTheTop: Bool) -> Data {
        var file = Bytes(isLittleEndian: true)
        file.append([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        file.append(picture.width, size: 2)
        file.append(picture.height, size: 2)
        file.append([24, fromTheTop ? 0x20 : 0])
        let rows = Array(0..<picture.height)
        for y in fromTheTop ? rows : rows.reversed() {
            file.append((0..<picture.width).flatMap { picture[$0, y].reversed() })
        }
        return Data(file.data)
    }
}
