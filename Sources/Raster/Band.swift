/// A run of whole rows of an image: the unit that rows are read, halved and encoded in.
///
/// A band is written by one thread at a time, from its first row down, and shared for reading only
/// once it is full; whoever passes it on (the pipeline, under its lock) keeps that order.
package final class Band: @unchecked Sendable {
    // SAFETY: see above; the storage is a plain buffer that the band owns and frees.

    package let format: PixelFormat
    /// Width in pixels.
    package let width: Int
    /// Rows that the band has room for.
    package let capacity: Int
    /// Rows written so far.
    package var rows = 0
    /// The band's first row in its level.
    package var firstRow = 0
    /// Size of the storage in bytes.
    package let byteCount: Int

    private let storage: PixelMemory.Block
    private let planes: [Plane]

    /// One plane's samples, row by row.
    package struct Plane: @unchecked Sendable {
        // SAFETY: a view into the band's storage, used while the band is held.
        package let base: UnsafeMutablePointer<UInt8>
        /// Bytes from one row to the next.
        package let stride: Int
        /// Width in pixels of the plane.
        package let width: Int
        package let shape: PlaneShape

        package func row(_ row: Int) -> UnsafeMutablePointer<UInt8> { base + row * stride }
    }

    package init(format: PixelFormat, width: Int, capacity: Int) {
        self.format = format
        self.width = width
        self.capacity = capacity
        let layout = Self.layout(format: format, width: width, capacity: capacity)
        byteCount = layout.total
        let block = PixelMemory.take(layout.total)
        storage = block
        // SAFETY: each plane is a part of the storage of its own, and only ever bytes.
        planes = zip(format.planes, layout.planes).map { shape, place in
            Plane(
                base: (block.base + place.offset).assumingMemoryBound(to: UInt8.self),
                stride: place.stride, width: shape.side(width), shape: shape)
        }
    }

    deinit { PixelMemory.giveBack(storage) }

    /// Bytes that a band of this shape takes.
    package static func byteCount(format: PixelFormat, width: Int, capacity: Int) -> Int {
        layout(format: format, width: width, capacity: capacity).total
    }

    package func plane(_ index: Int) -> Plane { planes[index] }

    package var planeCount: Int { planes.count }

    /// Appends rows of another band of the same format and width.
    ///
    /// - Parameter range: rows of `other`; a multiple of the format's row quantum unless they end
    ///   the image.
    package func append(_ range: Range<Int>, of other: Band) {
        precondition(other.format == format && other.width == width, "bands of one level")
        precondition(rows + range.count <= capacity, "the caller asked how much room there is")
        for (source, target) in zip(other.planes, planes) {
            let shift = source.shape.shift
            let first = range.lowerBound >> shift
            let count = source.shape.side(range.upperBound) - first
            let start = target.shape.side(rows)
            target.row(start).update(from: source.row(first), count: count * source.stride)
        }
        rows += range.count
    }

    /// Rows are padded to a multiple of 16 bytes, planes start at a multiple of 64. A few bytes
    /// more at the end let vector loops read a whole register.
    private static func layout(format: PixelFormat, width: Int, capacity: Int)
        -> (planes: [(offset: Int, stride: Int)], total: Int)
    {
        var offset = 0
        let planes = format.planes.map { shape in
            let stride = (shape.side(width) * shape.samples + 15) & ~15
            let place = (offset: offset, stride: stride)
            offset = (offset + stride * shape.side(capacity) + 63) & ~63
            return place
        }
        return (planes, offset + 64)
    }
}

/// Rows of an image, in order, each read once. Used by one thread at a time.
package protocol RowReader: AnyObject, Sendable {
    /// Decodes the next `count` rows and appends them to `band`.
    ///
    /// - Parameter count: a multiple of 4 unless the rows end the image.
    func read(_ count: Int, into band: Band) throws
}
