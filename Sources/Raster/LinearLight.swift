/// sRGB's transfer curve as tables, 8 bit to 16 bit and back.
///
/// Source of the curve: IEC 61966-2-1. 16 bits of light tell all 256 sRGB values apart (the
/// smallest step, at black, is 20 of 65535), so a value that is not averaged comes back as it was.
struct LinearLight: Sendable {
    static let sRGB = LinearLight()

    private let lights: [UInt16]
    private let values: [UInt8]

    private init() {
        lights = (0...255).map { UInt16(Self.toLight(Double($0) / 255) * 65535 + 0.5) }
        // A light belongs to the value whose neighbourhood, half a step to each side, it lies in.
        var values: [UInt8] = []
        values.reserveCapacity(65536)
        for value in 0...255 {
            let end = value < 255 ? Self.toLight((Double(value) + 0.5) / 255) * 65535 : 65536
            while Double(values.count) < end { values.append(UInt8(value)) }
        }
        self.values = values
    }

    func light(_ value: UInt8) -> UInt32 { UInt32(lights[Int(value)]) }

    func value(_ light: UInt32) -> UInt8 { values[Int(light)] }

    private static func toLight(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 12, 5)
    }

    /// `base^(numerator / denominator)` for a base in 0...1, by Newton's method on
    /// `y^denominator = base^numerator`: square roots and products only, which IEEE 754 fixes to
    /// the last bit, so the tables are the same on every machine.
    private static func power(_ base: Double, _ numerator: Int, _ denominator: Int) -> Double {
        guard base > 0 else { return 0 }
        let target = product(base, numerator)
        var y = 1.0
        for _ in 0..<200 {
            let slope = Double(denominator) * product(y, denominator - 1)
            let next = y - (product(y, denominator) - target) / slope
            if next >= y { break }
            y = next
        }
        return y
    }

    private static func product(_ base: Double, _ count: Int) -> Double {
        var result = 1.0
        for _ in 0..<count { result *= base }
        return result
    }
}

/// Halving in linear light, rows without alpha.
extension RowPair {
    func mean(samples: Int, light: LinearLight, into out: UnsafeMutablePointer<UInt8>) {
        for x in 0..<(width + 1) / 2 {
            let left = 2 * x * samples
            let right = right(of: x) * samples
            for c in 0..<samples {
                let sum =
                    light.light(upper[left + c]) &+ light.light(upper[right + c])
                    &+ light.light(lower[left + c]) &+ light.light(lower[right + c])
                out[x * samples + c] = light.value((sum &+ 2) &>> 2)
            }
        }
    }
}
