/// A rectangle of a band: the pixels of one tile, not copied.
package struct TileView: Sendable {
    package let band: Band
    /// Left edge in the band.
    package let x: Int
    /// Top edge in the band.
    package let y: Int
    package let width: Int
    package let height: Int

    /// - Precondition: inside the band's rows; with subsampled planes `x` and `y` are even, so
    ///   that chroma lines up (see `cut`).
    package init(band: Band, x: Int, y: Int, width: Int, height: Int) {
        precondition(
            x >= 0 && y >= 0 && x + width <= band.width && y + height <= band.rows && width > 0
                && height > 0, "a tile lies in its band")
        precondition(
            band.format.rowQuantum == 1 || (x % 2 == 0 && y % 2 == 0),
            "chroma that does not line up is moved first")
        self.band = band
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole band.
    package init(_ band: Band) {
        self.init(band: band, x: 0, y: 0, width: band.width, height: band.rows)
    }

    /// First sample and stride of a plane.
    package func plane(_ index: Int) -> (base: UnsafeMutablePointer<UInt8>, stride: Int) {
        let plane = band.plane(index)
        let shift = plane.shape.shift
        return (
            plane.row(y >> shift) + (x >> shift) * plane.shape.samples, plane.stride
        )
    }
}
