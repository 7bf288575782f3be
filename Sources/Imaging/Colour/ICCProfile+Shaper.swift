extension ICCProfile {
    /// A profile that is a curve a channel and a matrix, and nothing else.
    struct MatrixShaper {
        let curves: [(Double) -> Double]
        /// Light to linear sRGB, row by row.
        let matrix: [Double]

        /// - Parameter columns: XYZ under D50 of the light of red, green and blue.
        init(curves: [(Double) -> Double], columns: [[Double]]) {
            self.curves = curves
            var matrix: [Double] = []
            for row in 0..<3 {
                let factors = SRGBLight.ofXYZ[3 * row..<3 * row + 3]
                for column in columns {
                    matrix.append(zip(factors, column).reduce(0) { $0 + $1.0 * $1.1 })
                }
            }
            self.matrix = matrix
        }
    }

    /// The curves and the matrix of an RGB profile without tables.
    static func matrixShaper(_ bytes: [UInt8]) -> MatrixShaper? {
        let reader = Reader(bytes: bytes)
        let tags = reader.tags
        guard colourSpace(bytes) == "RGB ", reader.text(at: 20) == "XYZ ", !hasTables(tags)
        else { return nil }
        let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { tags[$0].flatMap(reader.xyz) }
        let curves = ["rTRC", "gTRC", "bTRC"].compactMap { tags[$0].flatMap(reader.curve) }
        guard columns.count == 3, curves.count == 3 else { return nil }
        return MatrixShaper(curves: curves, columns: columns)
    }

    /// The curve of a grey profile without tables, from value to light.
    static func greyCurve(_ bytes: [UInt8]) -> ((Double) -> Double)? {
        let reader = Reader(bytes: bytes)
        let tags = reader.tags
        // A curve to Lab's lightness is another thing.
        guard colourSpace(bytes) == "GRAY", reader.text(at: 20) == "XYZ ", !hasTables(tags)
        else { return nil }
        return tags["kTRC"].flatMap(reader.curve)
    }

    /// A table of its own overrides curves and matrix.
    private static func hasTables(_ tags: [String: Reader.Tag]) -> Bool {
        ["A2B0", "A2B1", "A2B2", "D2B0", "D2B1"].contains { tags[$0] != nil }
    }
}
