/// Two rows that become one. A last single row is paired with itself: the mean of a value and
/// itself is the value, so edges need no kernel of their own.
struct RowPair {
    let upper: UnsafePointer<UInt8>
    let lower: UnsafePointer<UInt8>
    /// Width in pixels of both rows.
    let width: Int

    init(upper: UnsafeMutablePointer<UInt8>, lower: UnsafeMutablePointer<UInt8>, width: Int) {
        self.upper = UnsafePointer(upper)
        self.lower = UnsafePointer(lower)
        self.width = width
    }

    /// Where the right-hand pixel of an output pixel stands: the next one, or the same at an odd
    /// edge.
    func right(of x: Int) -> Int { 2 * x + 1 < width ? 2 * x + 1 : 2 * x }
}

/// Halving of rows without alpha.
extension RowPair {
    /// One sample a pixel, 16 output pixels a turn.
    func mean1(into out: UnsafeMutablePointer<UInt8>) {
        let pairs = width / 2
        var x = 0
        while x + 16 <= pairs {
            let top = Self.load(upper + 2 * x)
            let bottom = Self.load(lower + 2 * x)
            let sum = Self.pairSums(top) &+ Self.pairSums(bottom) &+ 2
            UnsafeMutableRawPointer(out + x).storeBytes(
                of: SIMD16<UInt8>(truncatingIfNeeded: sum &>> 2), as: SIMD16<UInt8>.self)
            x += 16
        }
        while x < pairs {
            out[x] = Self.mean(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1])
            x += 1
        }
        if width % 2 == 1 {
            out[pairs] = Self.mean(
                upper[width - 1], upper[width - 1], lower[width - 1], lower[width - 1])
        }
    }

    /// Three samples a pixel.
    func mean3(into out: UnsafeMutablePointer<UInt8>) {
        let pairs = width / 2
        var from = 0
        var to = 0
        for _ in 0..<pairs {
            let a0 = UInt16(upper[from]) &+ UInt16(lower[from])
            let a1 = UInt16(upper[from &+ 1]) &+ UInt16(lower[from &+ 1])
            let a2 = UInt16(upper[from &+ 2]) &+ UInt16(lower[from &+ 2])
            let b0 = UInt16(upper[from &+ 3]) &+ UInt16(lower[from &+ 3])
            let b1 = UInt16(upper[from &+ 4]) &+ UInt16(lower[from &+ 4])
            let b2 = UInt16(upper[from &+ 5]) &+ UInt16(lower[from &+ 5])
            out[to] = UInt8(truncatingIfNeeded: (a0 &+ b0 &+ 2) &>> 2)
            out[to &+ 1] = UInt8(truncatingIfNeeded: (a1 &+ b1 &+ 2) &>> 2)
            out[to &+ 2] = UInt8(truncatingIfNeeded: (a2 &+ b2 &+ 2) &>> 2)
            from &+= 6
            to &+= 3
        }
        if width % 2 == 1 {
            for c in 0..<3 {
                out[to + c] = Self.mean(
                    upper[from + c], upper[from + c], lower[from + c], lower[from + c])
            }
        }
    }

    @inline(__always)
    private static func mean(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt16(a) &+ UInt16(b) &+ UInt16(c) &+ UInt16(d) &+ 2) &>> 2)
    }

    @inline(__always)
    private static func load(_ pointer: UnsafePointer<UInt8>) -> SIMD16<UInt16> {
        // 16 pairs of bytes, each seen as one little-endian 16-bit number.
        UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt16>.self)
    }

    @inline(__always)
    private static func pairSums(_ pairs: SIMD16<UInt16>) -> SIMD16<UInt16> {
        (pairs & 0xff) &+ (pairs &>> 8)
    }
}

/// Halving of rows whose last sample is alpha: the mean of premultiplied values, stored as
/// unpremultiplied ones again.
extension RowPair {
    func alphaMean(colours: Int, into out: UnsafeMutablePointer<UInt8>) {
        alphaMean(colours: colours, into: out, light: { UInt32($0) }, value: { UInt8($0) })
    }

    func alphaMean(colours: Int, light: LinearLight, into out: UnsafeMutablePointer<UInt8>) {
        alphaMean(colours: colours, into: out, light: light.light, value: light.value)
    }

    /// - Parameters:
    ///   - light: a stored value as a number that may be averaged.
    ///   - value: the way back.
    @inline(__always)
    private func alphaMean(
        colours: Int, into out: UnsafeMutablePointer<UInt8>, light: (UInt8) -> UInt32,
        value: (UInt32) -> UInt8
    ) {
        let samples = colours + 1
        for x in 0..<(width + 1) / 2 {
            let left = 2 * x * samples
            let right = right(of: x) * samples
            let weights = (
                UInt32(upper[left + colours]), UInt32(upper[right + colours]),
                UInt32(lower[left + colours]), UInt32(lower[right + colours])
            )
            let alpha = weights.0 &+ weights.1 &+ weights.2 &+ weights.3
            let target = out + x * samples
            target[colours] = UInt8(truncatingIfNeeded: (alpha &+ 2) &>> 2)
            if alpha == 0 {
                for c in 0..<colours { target[c] = 0 }
                continue
            }
            for c in 0..<colours {
                let sum =
                    weights.0 &* light(upper[left + c]) &+ weights.1 &* light(upper[right + c])
                    &+ weights.2 &* light(lower[left + c]) &+ weights.3 &* light(lower[right + c])
                target[c] = value((sum &+ alpha / 2) / alpha)
            }
        }
    }
}
