import CVips
import Glibc
import Raster
import Synchronization

/// Reads rows through libvips.
///
/// libvips' regions belong to the thread that made them, and reading moves between workers: each
/// read makes a region of its own. The sequential position lives in the image, not in the region.
final class VipsRows: RowReader, @unchecked Sendable {
    // SAFETY: one thread at a time reads; the pipeline sees to that.
    private var image: VipsImageRef
    private let formatName: String
    private let log: SourceLog
    /// Opens the image again, by a loader that goes on beyond damage.
    private let beyondDamage: @Sendable () throws(ImagingError) -> VipsImageRef
    private var state = State.whole
    private var next = 0

    private enum State {
        case whole
        /// Damage was met, and is read over.
        case damaged
        /// No more rows can be decoded.
        case lost
    }

    /// How many rows are asked for at a time.
    private static let rowsAtOnce = 64

    init(
        _ image: VipsImageRef, formatName: String, log: SourceLog,
        beyondDamage: @escaping @Sendable () throws(ImagingError) -> VipsImageRef
    ) {
        self.image = image
        self.formatName = formatName
        self.log = log
        self.beyondDamage = beyondDamage
    }

    /// Appends the next `count` rows to `band`. Where damage is kept, those that cannot be decoded
    /// are as the loader leaves them, or middle grey.
    ///
    /// - Throws: `ImagingError.damaged` when the file ends early or is broken.
    func read(_ count: Int, into band: Band) throws {
        let (_, logged) = try VipsWarnings.collecting {
            var done = 0
            while done < count {
                let rows = min(count - done, Self.rowsAtOnce)
                try fetchOrFill(rows, into: band)
                band.rows += rows
                next += rows
                done += rows
            }
        }
        try log.take(logged, format: formatName)
    }

    private func fetchOrFill(_ rows: Int, into band: Band) throws(ImagingError) {
        if state == .whole {
            do {
                return try fetch(rows, into: band)
            } catch {
                try log.damaged(error)
                state = .damaged
                try readOverDamage()
            }
        }
        if state == .damaged {
            do {
                return try fetch(rows, into: band)
            } catch {
                state = .lost
                VipsErrors.clear()
            }
        }
        let plane = band.plane(0)
        for row in 0..<rows {
            memset(
                plane.row(band.rows + row), VipsImageRef.missing, band.width * plane.shape.samples)
        }
    }

    /// Opens the image again and goes to where it was.
    private func readOverDamage() throws(ImagingError) {
        image = try beyondDamage()
        var top = 0
        while top < next, state == .damaged {
            let rows = min(next - top, Self.rowsAtOnce)
            do {
                try withRows(top, rows, width: image.size.width) { _, _ in }
            } catch {
                state = .lost
            }
            top += rows
        }
    }

    private func fetch(_ count: Int, into band: Band) throws(ImagingError) {
        let plane = band.plane(0)
        let bytes = band.width * plane.shape.samples
        try withRows(next, count, width: band.width) { top, stride in
            for row in 0..<count {
                plane.row(band.rows + row).update(from: top + row * stride, count: bytes)
            }
        }
    }

    /// Calls `body` with the first of `count` rows and how many bytes they are apart.
    private func withRows(
        _ first: Int, _ count: Int, width: Int,
        _ body: (_ top: UnsafeMutablePointer<VipsPel>, _ stride: Int) -> Void
    ) throws(ImagingError) {
        guard let region = vips_region_new(image.pointer) else {
            throw ImagingError.library(VipsErrors.take())
        }
        defer { g_object_unref(region) }
        var rect = VipsRect(left: 0, top: Int32(first), width: Int32(width), height: Int32(count))
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
        body(data + (first - Int(valid.top)) * stride, stride)
    }
}
