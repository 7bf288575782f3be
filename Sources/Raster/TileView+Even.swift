extension TileView {
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
