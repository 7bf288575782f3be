import Raster

/// The rows of an image, from whichever reader suits the file.
package final class ImageRows: Sendable {
    enum Reader: Sendable {
        case vips(VipsRows)
        case jpeg(JPEGRows)
    }

    private let reader: Reader

    init(_ reader: Reader) { self.reader = reader }

    /// Decodes the next `count` rows and appends them to `band`.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    package func read(_ count: Int, into band: Band) throws {
        switch reader {
        case .vips(let rows): try rows.read(count, into: band)
        case .jpeg(let rows): try rows.read(count, into: band)
        }
    }
}
