import TilePyramid

/// Where the pixels of a picture are on its codestream's reference grid, at the size that is decoded.
struct JPEG2000Geometry {
    /// Steps of the reference grid from pixel to pixel: those of the finest component.
    let stepX: Int
    let stepY: Int
    let halvings: Int
    /// Columns and rows of pixels, by their places on the grid.
    let columns: Range<Int>
    let rows: Range<Int>

    var size: PixelSize { PixelSize(width: columns.count, height: rows.count) }

    /// - Throws: `ImagingError.unsupportedPixels` for components that no whole number of pixels
    ///   shares a sample of.
    init(_ header: CodestreamHeader, components: [CodestreamHeader.Component], halvings: Int)
        throws(ImagingError)
    {
        var (stepX, stepY) = (Int.max, Int.max)
        for component in components {
            stepX = min(stepX, component.stepX)
            stepY = min(stepY, component.stepY)
        }
        for component in components
        where component.stepX % stepX != 0 || component.stepY % stepY != 0 {
            throw .unsupportedPixels("components whose subsampling does not divide")
        }
        self.stepX = stepX
        self.stepY = stepY
        self.halvings = halvings
        columns = Self.places(header.area.x, step: stepX, halvings)
        rows = Self.places(header.area.y, step: stepY, halvings)
        guard !columns.isEmpty, !rows.isEmpty else {
            throw .damaged(format: "JPEG 2000", detail: "an image without pixels")
        }
    }

    /// The samples that a part of the reference grid has at steps of `step`.
    static func places(_ grid: Range<Int>, step: Int, _ halvings: Int) -> Range<Int> {
        grid.lowerBound.dividedUp(by: step).halved(
            times: halvings)..<grid.upperBound.dividedUp(by: step).halved(times: halvings)
    }

    func rows(in grid: Range<Int>) -> Range<Int> { Self.places(grid, step: stepY, halvings) }
}
