import Raster

/// Hands on the rows of a decoder whose samples are the tiles' own, without the way through libvips.
final class DirectRows: RowReader, @unchecked Sendable {
    // SAFETY: one thread at a time reads; the pipeline sees to that.
    private let decoder: any SampleDecoder

    init(_ decoder: any SampleDecoder) { self.decoder = decoder }

    /// Appends the next `count` rows to `band`.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, into band: Band) throws {
        precondition(
            band.width == decoder.shape.size.width
                && band.format.planes[0].samples == decoder.shape.bands,
            "a band is made for the rows that are put in it")
        let plane = band.plane(0)
        try decoder.read(count, to: plane.row(band.rows), stride: plane.stride)
        band.rows += count
    }
}
