/// Makes the rows of the next smaller level: each pixel is the mean of the up to 2 x 2 pixels
/// under it (fewer at an odd right or bottom edge), rounded to nearest.
///
/// With alpha the mean is that of premultiplied values, so that what lies invisible under
/// transparency does not bleed into the edges. With `linearLight` the mean is taken of light, not
/// of sRGB's values.
package struct Halver: Sendable {
    private let linear: LinearLight?

    package init(linearLight: Bool) {
        linear = linearLight ? .sRGB : nil
    }

    /// Appends the halves of `rows` of `source` to `target`.
    ///
    /// - Parameters:
    ///   - rows: start at a multiple of twice the format's row quantum; their number is one too,
    ///     unless they end the image.
    ///   - target: `ceil(width / 2)` pixels wide.
    package func halve(_ rows: Range<Int>, of source: Band, into target: Band) {
        precondition(source.format == target.format, "halving keeps the format")
        precondition(target.width == (source.width + 1) / 2, "a level is half as wide, rounded up")
        precondition(rows.lowerBound % (2 * source.format.rowQuantum) == 0, "whole pairs of rows")
        let made = (rows.count + 1) / 2
        precondition(target.rows + made <= target.capacity, "the caller asked for the room")
        for index in 0..<source.planeCount {
            let from = source.plane(index)
            let to = target.plane(index)
            let first = rows.lowerBound >> from.shape.shift
            let end = from.shape.side(rows.upperBound)
            var written = to.shape.side(target.rows)
            for row in Swift.stride(from: first, to: end, by: 2) {
                let upper = from.row(row)
                let lower = row + 1 < end ? from.row(row + 1) : upper
                halveRow(
                    RowPair(upper: upper, lower: lower, width: from.width), to.row(written),
                    samples: from.shape.samples)
                written += 1
            }
        }
        target.rows += made
    }

    private func halveRow(_ pair: RowPair, _ out: UnsafeMutablePointer<UInt8>, samples: Int) {
        if let linear {
            switch samples {
            case 1: pair.mean(samples: 1, light: linear, into: out)
            case 3: pair.mean(samples: 3, light: linear, into: out)
            case 2: pair.alphaMean(colours: 1, light: linear, into: out)
            default: pair.alphaMean(colours: 3, light: linear, into: out)
            }
            return
        }
        switch samples {
        case 1: pair.mean1(into: out)
        case 3: pair.mean3(into: out)
        case 2: pair.alphaMean(colours: 1, into: out)
        default: pair.alphaMean(colours: 3, into: out)
        }
    }
}
