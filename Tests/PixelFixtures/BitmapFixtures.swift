import Foundation

/// Bitmaps of Windows and OS/2, and Truevision's TGA, byte by byte.
package enum BitmapFixtures {
    package struct BMP {
        /// Of the information header: 12, 16, 40, 52, 56, 64, 108 or 124.
        package var headerSize = 40
        package var bits = 24
        package var compression = 0
        package var isTopDown = false
        /// Red, green, blue.
        package var palette: [[UInt8]] = []
        /// Red, green, blue, alpha.
        package var masks: [Int] = []
        package var profile: [UInt8] = []

        package init() {}

        /// - Parameter pixels: what stands behind the header, palette and masks.
        package func file(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> Data {
            var info = Bytes(isLittleEndian: true)
            info.append(headerSize, size: 4)
            let isCore = headerSize == 12
            info.append(width, size: isCore ? 2 : 4)
            info.append(isTopDown ? -height : height, size: isCore ? 2 : 4)
            info.append(1, size: 2)
            info.append(bits, size: 2)
            if headerSize > 16 {
                info.append(compression, size: 4)
                for _ in 0..<3 { info.append(0, size: 4) }
                info.append(palette.count, size: 4)
                info.append(0, size: 4)
            }
            for mask in masks { info.append(mask, size: 4) }
            var behind: [UInt8] = []
            if headerSize >= 108 {
                info.data += [UInt8](repeating: 0, count: 56 - info.data.count)
                info.append(profile.isEmpty ? 0x7352_4742 : 0x4d42_4544, size: 4)
            }
            let isInside = masks.isEmpty || headerSize > 40
            if isInside && info.data.count < headerSize {
                info.data += [UInt8](repeating: 0, count: headerSize - info.data.count)
            }
            var colours: [UInt8] = []
            for colour in palette { colours += colour.reversed() + (isCore ? [] : [0]) }
            if !profile.isEmpty {
                let place = info.data.count + colours.count + pixels.count
                info.data.replaceSubrange(
                    112..<120,
                    with: Bytes.little(place, size: 4) + Bytes.little(profile.count, size: 4))
                behind = profile
            }
            var file = Bytes(isLittleEndian: true)
            file.append("BM")
            file.append(14 + info.data.count + colours.count + pixels.count, size: 4)
            file.append(0, size: 4)
            file.append(14 + info.data.count + colours.count, size: 4)
            return Data([file.data, info.data, colours, pixels, behind].joined())
        }

        /// Rows of pixels as they are, from the bottom up unless the header says otherwise.
        package func file(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> Int) -> Data
        {
            var rows: [[UInt8]] = []
            for y in 0..<height {
                var row: [UInt8] = []
                if bits < 8 {
                    let each = 8 / bits
                    for first in stride(from: 0, to: width, by: each) {
                        let byte = (0..<each).reduce(0) {
                            $0 << bits | (first + $1 < width ? value(first + $1, y) : 0)
                        }
                        row.append(UInt8(byte))
                    }
                } else {
                    for x in 0..<width { row += Bytes.little(value(x, y), size: bits / 8) }
                }
                row += [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
                rows.append(row)
            }
            return file(width, height, Array((isTopDown ? rows : rows.reversed()).joined()))
        }
    }

    package struct TGA {
        /// 1 palette, 2 colour, 3 grey; 8 more with runs.
        package var kind = 2
        package var bits = 24
        package var alphaBits = 0
        package var isTopDown = false
        package var isRightToLeft = false
        /// Blue, green, red (and alpha) of each colour.
        package var palette: [[UInt8]] = []
        package var firstColour = 0
        /// What the alpha is for, in the extension of newer files; none in older ones.
        package var alphaKind: UInt8?

        package init() {}

        package func file(_ width: Int, _ height: Int, _ pixels: [UInt8]) -> Data {
            var file = Bytes(isLittleEndian: true)
            file.append([0, palette.isEmpty ? 0 : 1, UInt8(kind)])
            file.append(firstColour, size: 2)
            file.append(palette.count, size: 2)
            file.append((palette.first?.count ?? 0) * 8, size: 1)
            for number in [0, 0, width, height] { file.append(number, size: 2) }
            let origin = (isTopDown ? 0x20 : 0) | (isRightToLeft ? 0x10 : 0)
            file.append([UInt8(bits), UInt8(alphaBits | origin)])
            for colour in palette { file.append(colour) }
            file.append(pixels)
            if let alphaKind {
                let place = file.data.count
                file.append(495, size: 2)
                file.append([UInt8](repeating: 0, count: 492) + [alphaKind])
                file.append(place, size: 4)
                file.append(0, size: 4)
                file.append("TRUEVISION-XFILE.\0")
            }
            return Data(file.data)
        }

        /// - Parameter value: a pixel's bytes.
        package func file(
            _ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> [UInt8]
        ) -> Data {
            let pixels = (0..<height).flatMap { y in
                (0..<width).flatMap { x in
                    value(isRightToLeft ? width - 1 - x : x, isTopDown ? y : height - 1 - y)
                }
            }
            return file(width, height, pixels)
        }
    }
}
