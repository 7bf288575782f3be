/// Samples of one component, by rows. Places are the component's own, at the size that is decoded.
struct ComponentPlane {
    /// The sample at (`x`, `y`).
    let samples: UnsafePointer<Int32>
    /// Samples from row to row.
    let stride: Int
    let x: Int
    let y: Int
    let width: Int
    let height: Int

    /// The samples of row `y`, or of the nearest that is there.
    func row(_ y: Int) -> UnsafePointer<Int32> {
        samples + min(max(y - self.y, 0), height - 1) * stride
    }
}

/// A component's samples of a row of tiles, gathered tile by tile.
final class PlaneStore {
    private var samples: UnsafeMutablePointer<Int32>
    private let columns: Range<Int>
    private let capacity: Int
    private var rows = 0..<0

    /// - Parameter capacity: rows that are held at once.
    init(columns: Range<Int>, capacity: Int) {
        self.columns = columns
        // One more: a sample may stand for pixels of the row of tiles below.
        self.capacity = capacity + 1
        samples = .allocate(capacity: columns.count * self.capacity)
        samples.initialize(repeating: 0, count: columns.count * self.capacity)
    }

    deinit { samples.deallocate() }

    var plane: ComponentPlane {
        ComponentPlane(
            samples: samples, stride: columns.count, x: columns.lowerBound, y: rows.lowerBound,
            width: columns.count, height: rows.count)
    }

    /// Makes room for the rows of the next tiles, all 0, and keeps the last row of those before.
    func begin(_ next: Range<Int>) {
        let width = columns.count
        var first = next.lowerBound
        if !rows.isEmpty, rows.upperBound == next.lowerBound {
            samples.update(from: samples + (rows.count - 1) * width, count: width)
            first -= 1
        }
        rows = first..<next.upperBound
        precondition(rows.count <= capacity, "the tallest row of tiles was asked for")
        let kept = next.lowerBound - first
        (samples + kept * width).update(repeating: 0, count: next.count * width)
    }

    /// Takes over a tile's samples. Several tiles may be put at once.
    func put(_ tile: ComponentPlane) {
        let across = (tile.x..<tile.x + tile.width).clamped(to: columns)
        let down = (tile.y..<tile.y + tile.height).clamped(to: rows)
        for y in down {
            (samples + (y - rows.lowerBound) * columns.count + across.lowerBound
                - columns.lowerBound).update(
                    from: tile.row(y) + (across.lowerBound - tile.x), count: across.count)
        }
    }
}
