extension TileView {
    /// The pixels on an opaque background, as a band of their own without alpha.
    ///
    /// Grey pixels stay grey on a grey background and become RGB on a coloured one.
    package func flattened(onRed red: UInt8, green: UInt8, blue: UInt8) -> Band {
        let colours = band.format == .greyAlpha ? 1 : 3
        let isGrey = colours == 1 && red == green && green == blue
        let out = Band(format: isGrey ? .grey : .rgb, width: width, capacity: height)
        let background = isGrey ? [UInt32(red)] : [UInt32(red), UInt32(green), UInt32(blue)]
        let (base, stride) = plane(0)
        let target = out.plane(0)
        for y in 0..<height {
            let row = base + y * stride
            let outRow = target.row(y)
            for x in 0..<width {
                let pixel = row + x * (colours + 1)
                let alpha = UInt32(pixel[colours])
                for (c, behind) in background.enumerated() {
                    let value = UInt32(pixel[colours == 1 ? 0 : c])
                    let sum = value * alpha + behind * (255 - alpha)
                    outRow[x * background.count + c] = UInt8((sum + 127) / 255)
                }
            }
        }
        out.rows = height
        return out
    }
}
