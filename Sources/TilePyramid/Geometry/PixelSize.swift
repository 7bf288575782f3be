/// A width and a height in pixels. Both are at least 1 for anything that exists.
public struct PixelSize: Hashable, Sendable, Codable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Number of pixels.
    public var area: Int { width * height }

    /// The size after `times` halvings. Each rounds up (5 px -> 3 px), so no edge pixel is lost;
    /// that equals rounding up once: `ceil(ceil(n / 2) / 2) == ceil(n / 4)`.
    package func halved(times: Int) -> PixelSize {
        PixelSize(width: width.halved(times: times), height: height.halved(times: times))
    }

    /// The size that fits in `box`, never enlarged, with the ratio kept to the nearest pixel and
    /// neither side ever 0.
    ///
    /// One side of the result equals the box's; the other is the exact quotient rounded to the
    /// nearest whole number, halves up. Whole-number arithmetic, so it is the same everywhere.
    public func fitted(in box: PixelSize) -> PixelSize {
        if width <= box.width && height <= box.height { return self }
        // Compare width / box.width with height / box.height without dividing.
        if width * box.height >= height * box.width {
            let other = (2 * height * box.width + width) / (2 * width)
            return PixelSize(width: box.width, height: max(1, min(other, box.height)))
        }
        let other = (2 * width * box.height + height) / (2 * height)
        return PixelSize(width: max(1, min(other, box.width)), height: box.height)
    }
}

/// A rectangle of whole pixels: `[x, x + width) x [y, y + height)`.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var size: PixelSize { PixelSize(width: width, height: height) }
}

extension Int {
    /// `ceil(self / 2^times)` for a number that is not negative.
    func halved(times: Int) -> Int {
        (self + (1 << times) - 1) >> times
    }

    /// `ceil(self / divisor)` for positive numbers.
    func dividedRoundingUp(by divisor: Int) -> Int {
        (self + divisor - 1) / divisor
    }
}
