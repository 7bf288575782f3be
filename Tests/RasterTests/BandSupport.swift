import Raster

/// Random numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

extension Band {
    /// A band full of noise; alpha is often 0 or 255.
    static func random(
        _ format: PixelFormat, width: Int, height: Int, using random: inout SplitMix
    ) -> Band {
        let band = Band(format: format, width: width, capacity: (height + 3) / 4 * 4)
        band.rows = height
        for index in 0..<format.planes.count {
            let plane = band.plane(index)
            for y in 0..<plane.shape.side(height) {
                for i in 0..<plane.width * plane.shape.samples {
                    plane.row(y)[i] = UInt8.random(in: 0...255, using: &random)
                    if format.hasAlpha && i % plane.shape.samples == plane.shape.samples - 1 {
                        let roll = Int.random(in: 0..<4, using: &random)
                        if roll < 2 { plane.row(y)[i] = roll == 0 ? 0 : 255 }
                    }
                }
            }
        }
        return band
    }

    /// Fills all rows of an interleaved band.
    func fill(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8) {
        let plane = plane(0)
        for y in 0..<capacity {
            for x in 0..<width {
                for c in 0..<plane.shape.samples {
                    plane.row(y)[x * plane.shape.samples + c] = sample(x, y, c)
                }
            }
        }
        rows = capacity
    }

    /// The samples of one plane, row by row.
    func samples(plane index: Int) -> [[UInt8]] {
        let plane = plane(index)
        return (0..<plane.shape.side(rows)).map { y in
            (0..<plane.width * plane.shape.samples).map { plane.row(y)[$0] }
        }
    }
}
