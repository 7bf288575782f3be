import CVips
import Raster
import Synchronization

/// Reads rows through libvips.
///
/// libvips' regions belong to the thread that made them, and reading moves between workers: each
/// read makes a region of its own. The sequential position lives in the image, not in the region.
final class VipsRows: RowReader, @unchecked Sendable {
    // SAFETY: one thread at a time reads; the pipeline sees to that.
    private let image: VipsImageRef
    private let formatName: String
    private let log: SourceLog
    private var next = 0

    init(_ image: VipsImageRef, formatName: String, log: SourceLog) {
        self.image = image
        self.formatName = formatName
        self.log = log
    }

    /// Appends the next `count` rows to `band`.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, into band: Band) throws {
        let (_, logged) = try VipsWarnings.collecting { try fetch(count, into: band) }
        try log.take(logged, format: formatName)
    }

    private func fetch(_ count: Int, into band: Band) throws(ImagingError) {
        guard let region = vips_region_new(image.pointer) else {
            throw ImagingError.library(VipsErrors.take())
        }
        defer { g_object_unref(region) }
        let plane = band.plane(0)
        let bytes = band.width * plane.shape.samples
        var done = 0
        while done < count {
            let rows = min(count - done, 64)
            var rect = VipsRect(
                left: 0, top: Int32(next), width: Int32(band.width), height: Int32(rows))
            guard vips_region_prepare(region, &rect) == 0 else {
                throw VipsErrors.decoding(formatName)
            }
            let valid = region.pointee.valid
            guard valid.left == 0, valid.width >= rect.width, valid.top <= rect.top,
                valid.top + valid.height >= rect.top + rect.height
            else {
                throw ImagingError.changed(formatName)
            }
            // Rows of a region are `bpl` bytes apart, its data start at `valid`.
            let stride = Int(region.pointee.bpl)
            guard let data = region.pointee.data else {
                throw ImagingError.library("a prepared region has no data")
            }
            let top = data + (next - Int(valid.top)) * stride
            for row in 0..<rows {
                plane.row(band.rows + row).update(from: top + row * stride, count: bytes)
            }
            band.rows += rows
            next += rows
            done += rows
        }
    }
}
