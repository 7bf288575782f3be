import Raster

/// PNG's row filters (ISO/IEC 15948, section 9): what a sample is predicted from.
enum PNGFilter: UInt8, CaseIterable {
    case none = 0
    /// The pixel to the left.
    case sub = 1
    /// The pixel above.
    case up = 2
    /// Their mean.
    case average = 3
    /// Whichever of left, above and above left is nearest to left + above - above left.
    case paeth = 4
}

/// The rows of a tile as PNG filters them.
struct PNGRows {
    let height: Int
    /// Bytes of a filtered row: the filter's number, then the samples.
    let filteredBytes: Int
    /// Bytes from a pixel to the next.
    private let step: Int
    private let samples: Int
    private let base: UnsafeMutablePointer<UInt8>
    private let stride: Int

    init(_ view: TileView) {
        (base, stride) = view.plane(0)
        step = view.band.format.planes[0].samples
        samples = view.width * step
        height = view.height
        filteredBytes = samples + 1
    }

    /// Writes `filteredBytes` bytes to `target`.
    func write(_ row: Int, _ filter: PNGFilter, to target: UnsafeMutableRawPointer) {
        // SAFETY: the caller's buffer is raw memory with room for a row.
        let out = target.assumingMemoryBound(to: UInt8.self)
        out[0] = filter.rawValue
        let this = UnsafePointer(base + row * stride)
        // Above the first row stand zeros, which only changes what `up` and `paeth` mean.
        guard row > 0 else { return writeFirst(this, filter, to: out + 1) }
        write(this, above: this - stride, filter, to: out + 1)
    }

    private func writeFirst(
        _ this: UnsafePointer<UInt8>, _ filter: PNGFilter, to out: UnsafeMutablePointer<UInt8>
    ) {
        switch filter {
        case .none, .up: out.update(from: this, count: samples)
        case .sub, .paeth: subtractLeft(this, to: out)
        case .average:
            for i in 0..<min(step, samples) { out[i] = this[i] }
            for i in Swift.stride(from: step, to: samples, by: 1) {
                out[i] = this[i] &- this[i - step] / 2
            }
        }
    }

    private func write(
        _ this: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, _ filter: PNGFilter,
        to out: UnsafeMutablePointer<UInt8>
    ) {
        switch filter {
        case .none: out.update(from: this, count: samples)
        case .sub: subtractLeft(this, to: out)
        case .up:
            for i in 0..<samples { out[i] = this[i] &- above[i] }
        case .average:
            for i in 0..<step { out[i] = this[i] &- above[i] / 2 }
            for i in Swift.stride(from: step, to: samples, by: 1) {
                let mean = (UInt16(this[i - step]) &+ UInt16(above[i])) / 2
                out[i] = this[i] &- UInt8(truncatingIfNeeded: mean)
            }
        case .paeth:
            for i in 0..<step { out[i] = this[i] &- above[i] }
            for i in Swift.stride(from: step, to: samples, by: 1) {
                out[i] =
                    this[i] &- Self.nearest(this[i - step], above[i], above[i - step])
            }
        }
    }

    private func subtractLeft(
        _ this: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt8>
    ) {
        for i in 0..<step { out[i] = this[i] }
        for i in Swift.stride(from: step, to: samples, by: 1) { out[i] = this[i] &- this[i - step] }
    }

    /// Paeth's predictor: ties go to left, then above.
    @inline(__always)
    private static func nearest(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let a = Int16(left)
        let b = Int16(above)
        let c = Int16(corner)
        let toLeft = abs(b &- c)
        let toAbove = abs(a &- c)
        let toCorner = abs(a &+ b &- c &- c)
        if toLeft <= toAbove && toLeft <= toCorner { return left }
        return toAbove <= toCorner ? above : corner
    }
}
