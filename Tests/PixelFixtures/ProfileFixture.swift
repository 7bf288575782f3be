import Foundation

/// ICC profiles written by hand (ICC.1:2010, version 2): matrices and powers only.
package struct ProfileFixture {
    /// Chromaticities of red, green and blue, and of white.
    package let red: (x: Double, y: Double)
    package let green: (x: Double, y: Double)
    package let blue: (x: Double, y: Double)
    package let white: (x: Double, y: Double)
    /// Light is the value to this power.
    package let gamma: Double

    package typealias Chromaticity = (x: Double, y: Double)

    package init(
        red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity,
        gamma: Double
    ) {
        (self.red, self.green, self.blue) = (red, green, blue)
        (self.white, self.gamma) = (white, gamma)
    }

    package static let d65 = (x: 0.3127, y: 0.3290)
    package static let d50 = (x: 0.3457, y: 0.3585)

    package static let adobeRGB = ProfileFixture(
        red: (0.64, 0.33), green: (0.21, 0.71), blue: (0.15, 0.06), white: d65,
        gamma: 563.0 / 256)
    /// Display P3 with a power in the place of sRGB's curve.
    package static let displayP3 = ProfileFixture(
        red: (0.68, 0.32), green: (0.265, 0.69), blue: (0.15, 0.06), white: d65, gamma: 2.2)
    package static let proPhoto = ProfileFixture(
        red: (0.7347, 0.2653), green: (0.1596, 0.8404), blue: (0.0366, 0.0001), white: d50,
        gamma: 1.8)

    package var bytes: [UInt8] {
        let columns = primaries
        let curve = Self.curve(gamma)
        return Self.profile(
            space: "RGB ",
            tags: [
                ("rXYZ", Self.xyz(columns[0])), ("gXYZ", Self.xyz(columns[1])),
                ("bXYZ", Self.xyz(columns[2])), ("rTRC", curve), ("gTRC", curve),
                ("bTRC", curve),
            ])
    }

    /// A profile of grey whose light is the value to a power.
    package static func grey(gamma: Double) -> [UInt8] {
        profile(space: "GRAY", tags: [("kTRC", curve(gamma))])
    }

    // MARK: What an 8-bit sRGB pixel should be

    /// By the definitions: linear light, the profile's matrix, sRGB's inverse, sRGB's curve.
    package func sRGB(of pixel: [Double]) -> [Double] {
        let light = pixel.map { pow($0, gamma) }
        let columns = primaries
        let xyz = (0..<3).map { row in
            (0..<3).map { columns[$0][row] * light[$0] }.reduce(0, +)
        }
        // Inverse of sRGB's D50-adapted matrix.
        let matrix = [
            [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540],
            [0.0719453, -0.2289914, 1.4052427],
        ]
        return matrix.map { row in
            Self.encoded(zip(row, xyz).map { $0 * $1 }.reduce(0, +)) * 255
        }
    }

    /// sRGB's curve (IEC 61966-2-1), of light clipped to 0...1.
    package static func encoded(_ light: Double) -> Double {
        let light = min(1, max(0, light))
        return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// XYZ of the three primaries under D50: scaled to give white, adapted by Bradford's method.
    private var primaries: [[Double]] {
        func xyz(_ c: (x: Double, y: Double)) -> [Double] {
            [c.x / c.y, 1, (1 - c.x - c.y) / c.y]
        }
        let columns = [xyz(red), xyz(green), xyz(blue)]
        let target = xyz(white)
        let scale = Self.solve(columns, target)
        let adapted = zip(columns, scale).map { column, scale in
            Self.adapt(column.map { $0 * scale }, from: target)
        }
        return adapted
    }

    private static func adapt(_ xyz: [Double], from white: [Double]) -> [Double] {
        let bradford = [
            [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
        ]
        func cone(_ v: [Double]) -> [Double] {
            bradford.map { zip($0, v).map { $0 * $1 }.reduce(0, +) }
        }
        let to = cone([0.9642, 1, 0.8249])
        let from = cone(white)
        let scaled = zip(cone(xyz), zip(to, from)).map { $0 * $1.0 / $1.1 }
        let columns = (0..<3).map { c in (0..<3).map { bradford[$0][c] } }
        return solve(columns, scaled)
    }

    /// The factors of three columns that give `target`, by Cramer's rule.
    private static func solve(_ columns: [[Double]], _ target: [Double]) -> [Double] {
        func determinant(_ c: [[Double]]) -> Double {
            c[0][0] * (c[1][1] * c[2][2] - c[2][1] * c[1][2])
                - c[1][0] * (c[0][1] * c[2][2] - c[2][1] * c[0][2])
                + c[2][0] * (c[0][1] * c[1][2] - c[1][1] * c[0][2])
        }
        let whole = determinant(columns)
        return (0..<3).map { index in
            var replaced = columns
            replaced[index] = target
            return determinant(replaced) / whole
        }
    }

    // MARK: Bytes

    private static func fixed(_ value: Double) -> [UInt8] {
        Bytes.big(Int((value * 65536).rounded()), size: 4)
    }

    private static func xyz(_ value: [Double]) -> [UInt8] {
        Array("XYZ \0\0\0\0".utf8) + value.flatMap(fixed)
    }

    private static func curve(_ gamma: Double) -> [UInt8] {
        Array("curv\0\0\0\0".utf8) + Bytes.big(1, size: 4)
            + Bytes.big(Int((gamma * 256).rounded()), size: 2) + [0, 0]
    }

    /// A profile of four inks by a table of their 16 overprints (`mft1`, with lines between them).
    ///
    /// - Parameter overprint: L\*a\*b\* as bytes, for each ink there or not there.
    package static func inks(_ overprint: (_ inks: [Bool]) -> [UInt8]) -> [UInt8] {
        let straight = (0...255).map { UInt8($0) }
        let unity = (0..<9).flatMap { fixed($0 % 4 == 0 ? 1 : 0) }
        let table = (0..<16).flatMap { node in
            overprint((0..<4).map { node >> (3 - $0) & 1 == 1 })
        }
        let content =
            Array("mft1\0\0\0\0".utf8) + [4, 3, 2, 0] + unity
            + Array(repeating: straight, count: 4).joined() + table
            + Array(repeating: straight, count: 3).joined()
        return profile(space: "CMYK", connection: "Lab ", tags: [("A2B0", content)])
    }

    package static func profile(
        space: String, connection: String = "XYZ ", tags: [(name: String, content: [UInt8])]
    ) -> [UInt8] {
        let text = Array("text\0\0\0\0none\0\0\0\0".utf8)
        let description =
            Array("desc\0\0\0\0".utf8) + Bytes.big(5, size: 4) + Array("test\0".utf8)
            + [UInt8](repeating: 0, count: 79)
        let all =
            tags + [
                ("wtpt", xyz([0.9642, 1, 0.8249])), ("cprt", text), ("desc", description),
            ]
        var place = 128 + 4 + 12 * all.count
        var table = Bytes.big(all.count, size: 4)
        var contents: [UInt8] = []
        for (name, content) in all {
            let padded = content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
            table +=
                Array(name.utf8) + Bytes.big(place, size: 4)
                + Bytes.big(content.count, size: 4)
            contents += padded
            place += padded.count
        }
        var header = Bytes()
        header.append(place, size: 4)
        header.append([0, 0, 0, 0, 2, 0x20, 0, 0])
        header.append("mntr" + space + connection)
        header.append([0x07, 0xe0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
        header.append("acsp")
        header.append([UInt8](repeating: 0, count: 28))
        header.append(fixed(0.9642) + fixed(1) + fixed(0.8249))
        header.append([UInt8](repeating: 0, count: 128 - header.data.count))
        return header.data + table + contents
    }
}
