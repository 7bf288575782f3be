extension TileView {
    /// Grey pixels as RGB, or RGBA where there is alpha, in a band of their own.
    package func coloured() -> Band {
        precondition(band.format == .grey || band.format == .greyAlpha, "only grey is coloured")
        let hasAlpha = band.format == .greyAlpha
        let out = Band(format: hasAlpha ? .rgba : .rgb, width: width, capacity: height)
        let (base, stride) = plane(0)
        let target = out.plane(0)
        let step = hasAlpha ? 2 : 1
        let outStep = hasAlpha ? 4 : 3
        for y in 0..<height {
            let row = base + y * stride
            let outRow = target.row(y)
            for x in 0..<width {
                let pixel = outRow + x * outStep
                pixel.update(repeating: row[x * step], count: 3)
                if hasAlpha { pixel[3] = row[x * step + 1] }
            }
        }
        out.rows = height
        return out
    }
}
