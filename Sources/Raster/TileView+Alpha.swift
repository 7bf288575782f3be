/// Tiles with transparency, and tiles in more channels than they need.
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
