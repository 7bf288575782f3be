extension TileView {
    /// The pixels at the top left of a tile of `width x height`; the rest is the colour of the
    /// background, opaque where there is alpha.
    ///
    /// Grey pixels stay grey beside a grey colour and become RGB beside another one.
    package func padded(
        toWidth width: Int, height: Int, red: UInt8, green: UInt8, blue: UInt8
    ) -> TileView {
        if self.width == width && self.height == height { return self }
        let isGrey = red == green && green == blue
        if !isGrey, band.format == .grey || band.format == .greyAlpha {
            return TileView(coloured())
                .padded(toWidth: width, height: height, red: red, green: green, blue: blue)
        }
        let out = Band(format: band.format, width: width, capacity: height)
        let fill = Self.samples(of: band.format, red: red, green: green, blue: blue)
        for (index, samples) in fill.enumerated() {
            let (base, stride) = plane(index)
            let target = out.plane(index)
            let columns = target.shape.side(self.width)
            let rows = target.shape.side(self.height)
            for row in 0..<target.shape.side(height) {
                let to = target.row(row)
                if row < rows {
                    to.update(from: base + row * stride, count: columns * samples.count)
                }
                for x in (row < rows ? columns : 0)..<target.width {
                    for c in samples.indices { to[x * samples.count + c] = samples[c] }
                }
            }
        }
        out.rows = height
        return TileView(out)
    }

    /// A colour as the planes of a format have it, each with the samples of one pixel.
    private static func samples(of format: PixelFormat, red: UInt8, green: UInt8, blue: UInt8)
        -> [[UInt8]]
    {
        switch format {
        case .grey: return [[red]]
        case .greyAlpha: return [[red, 255]]
        case .rgb: return [[red, green, blue]]
        case .rgba: return [[red, green, blue, 255]]
        case .ycc420:
            // ITU-T T.871 (JFIF), full range.
            let (r, g, b) = (Double(red), Double(green), Double(blue))
            let values = [
                0.299 * r + 0.587 * g + 0.114 * b,
                128 - 0.168735892 * r - 0.331264108 * g + 0.5 * b,
                128 + 0.5 * r - 0.418687589 * g - 0.081312411 * b,
            ]
            return values.map { [UInt8(min(255, max(0, $0.rounded())))] }
        }
    }
}
