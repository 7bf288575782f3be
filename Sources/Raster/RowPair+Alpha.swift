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
