/// Tiles of subsampled planes: a chroma sample stands for a square of 2 x 2 luma samples.
extension TileView {
    /// The pixels at a place of a band: a view of the band where chroma lines up with the tile,
    /// otherwise of a copy whose chroma is moved by half a sample, to the mean of the two
    /// neighbours in each direction in which it does not.
    ///
    /// That mean is what decoding to RGB with a triangle filter and averaging 2 x 2 pixels again
    /// would give. No chroma beyond the tile's own luma is looked at, so that a tile is the same
    /// whatever band it is cut from.
    package static func cut(x: Int, y: Int, width: Int, height: Int, of band: Band) -> TileView {
        guard band.format == .ycc420, x % 2 == 1 || y % 2 == 1 else {
            return TileView(band: band, x: x, y: y, width: width, height: height)
        }
        precondition(
            x >= 0 && y >= 0 && x + width <= band.width && y + height <= band.rows,
            "a tile lies in its band")
        let copy = Band(format: .ycc420, width: width, capacity: height)
        let (luma, target) = (band.plane(0), copy.plane(0))
        for row in 0..<height {
            target.row(row).update(from: luma.row(y + row) + x, count: width)
        }
        for index in 1...2 {
            let (from, to) = (band.plane(index), copy.plane(index))
            // The samples over the tile's last column and row.
            let lastColumn = (x + width - 1) / 2
            let lastRow = (y + height - 1) / 2
            for row in 0..<to.shape.side(height) {
                let upper = y / 2 + row
                let lower = y % 2 == 1 ? min(upper + 1, lastRow) : upper
                let rows = (from.row(upper) + x / 2, from.row(lower) + x / 2)
                moveChroma(
                    rows, last: lastColumn - x / 2, isHalf: x % 2 == 1, into: to.row(row),
                    count: to.width)
            }
        }
        copy.rows = height
        return TileView(copy)
    }

    /// - Parameters:
    ///   - last: index of the last sample that may be looked at.
    ///   - isHalf: each sample is the mean with its right neighbour.
    private static func moveChroma(
        _ rows: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>), last: Int,
        isHalf: Bool, into out: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let (upper, lower) = rows
        let whole = isHalf ? min(count, last) : count
        if isHalf {
            for x in 0..<whole {
                let sum =
                    UInt16(upper[x]) &+ UInt16(upper[x &+ 1]) &+ UInt16(lower[x])
                    &+ UInt16(lower[x &+ 1])
                out[x] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
            }
        } else {
            for x in 0..<whole {
                let sum = UInt16(upper[x]) &+ UInt16(lower[x])
                out[x] = UInt8(truncatingIfNeeded: (sum &+ 1) &>> 1)
            }
        }
        for x in whole..<count {
            let sum = UInt16(upper[last]) &+ UInt16(lower[last])
            out[x] = UInt8(truncatingIfNeeded: (sum &+ 1) &>> 1)
        }
    }

    /// The same pixels with room for whole pairs: a view of a copy whose last column and row stand
    /// twice where the width or height is odd.
    ///
    /// TurboJPEG reads luma in the pairs that a chroma sample stands for, also where a tile ends in
    /// the middle of one; beyond it must stand the tile's own pixels, not whatever is in memory.
    package func paddedToPairs() -> TileView {
        precondition(band.format == .ycc420, "only subsampled planes come in pairs")
        let copy = Band(format: .ycc420, width: width + width % 2, capacity: height + height % 2)
        for index in 0..<3 {
            let (base, stride) = plane(index)
            let target = copy.plane(index)
            let columns = target.shape.side(width)
            for row in 0..<target.shape.side(copy.capacity) {
                let from = base + min(row, target.shape.side(height) - 1) * stride
                let to = target.row(row)
                to.update(from: from, count: columns)
                if columns < target.width { to[columns] = to[columns - 1] }
            }
        }
        copy.rows = copy.capacity
        return TileView(band: copy, x: 0, y: 0, width: width, height: height)
    }
}
