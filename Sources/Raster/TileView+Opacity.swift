extension TileView {
    /// Whether every pixel is fully opaque.
    package var isOpaque: Bool {
        guard band.format.hasAlpha else { return true }
        let samples = band.format.planes[0].samples
        let (base, stride) = plane(0)
        for y in 0..<height {
            let row = base + y * stride + samples - 1
            var all: UInt8 = 255
            for x in 0..<width { all &= row[x * samples] }
            if all != 255 { return false }
        }
        return true
    }

    /// The colours alone, as a band of their own.
    package func withoutAlpha() -> Band {
        let colours = band.format == .greyAlpha ? 1 : 3
        let out = Band(
            format: colours == 1 ? .grey : .rgb, width: width, capacity: height)
        let (base, stride) = plane(0)
        let target = out.plane(0)
        for y in 0..<height {
            let row = base + y * stride
            let outRow = target.row(y)
            if colours == 1 {
                for x in 0..<width { outRow[x] = row[2 * x] }
            } else {
                for x in 0..<width {
                    outRow[3 * x] = row[4 * x]
                    outRow[3 * x + 1] = row[4 * x + 1]
                    outRow[3 * x + 2] = row[4 * x + 2]
                }
            }
        }
        out.rows = height
        return out
    }
}
