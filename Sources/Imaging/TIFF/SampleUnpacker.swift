/// Takes samples out of packed rows: each in 1, 2 or 4 bytes, those of a pixel together.
struct SampleUnpacker {
    /// Bits a sample, as they are packed: 1...16, the highest first, or 32. 16 and 32 bits are in
    /// this machine's byte order.
    let bits: Int
    /// Samples of a pixel that are packed together.
    let stored: Int
    /// The places of those that are wanted, in the order in which they are wanted.
    let wanted: [Int]

    /// Bytes of an unpacked sample.
    var width: Int { bits <= 8 ? 1 : bits <= 16 ? 2 : 4 }

    /// The value of a sample whose bits are all 1.
    var full: Int { (1 << bits) - 1 }

    /// - Parameter row: the unpacked row that `run` is a part of.
    func unpack(_ run: TIFFRun, to row: UnsafeMutableRawPointer) {
        let out = row + run.first * wanted.count * width
        switch bits {
        case 8: pick(run, to: out, of: UInt8.self)
        case 16: pick(run, to: out, of: UInt16.self)
        case 32: pick(run, to: out, of: UInt32.self)
        case ..<8: unpack(run, to: out, of: UInt8.self)
        default: unpack(run, to: out, of: UInt16.self)
        }
    }

    /// Of samples that lie in memory as they are wanted.
    private func pick<Sample: FixedWidthInteger>(
        _ run: TIFFRun, to row: UnsafeMutableRawPointer, of: Sample.Type
    ) {
        let bands = wanted.count
        let isWhole = run.sample == nil ? wanted == Array(0..<stored) : bands == 1
        if isWhole {
            row.copyMemory(
                from: run.packed, byteCount: run.count * bands * MemoryLayout<Sample>.size)
            return
        }
        // SAFETY: rows of samples of this size, which memory is aligned for.
        let packed = run.packed.assumingMemoryBound(to: Sample.self)
        let out = row.assumingMemoryBound(to: Sample.self)
        forEachBand(run) { band, place, step in
            for pixel in 0..<run.count { out[pixel * bands + band] = packed[pixel * step + place] }
        }
    }

    /// Of samples of any number of bits.
    private func unpack<Sample: FixedWidthInteger>(
        _ run: TIFFRun, to row: UnsafeMutableRawPointer, of: Sample.Type
    ) {
        let bands = wanted.count
        let mask = full
        // SAFETY: bytes as bytes, and a row of samples of this size.
        let packed = run.packed.assumingMemoryBound(to: UInt8.self)
        let out = row.assumingMemoryBound(to: Sample.self)
        forEachBand(run) { band, place, step in
            var bit = place * bits
            for pixel in 0..<run.count {
                let first = bit >> 3
                let last = (bit + bits - 1) >> 3
                var word = Int(packed[first])
                for byte in first..<last { word = word << 8 | Int(packed[byte + 1]) }
                word >>= 7 - (bit + bits - 1) & 7
                out[pixel * bands + band] = Sample(truncatingIfNeeded: word & mask)
                bit += step * bits
            }
        }
    }

    private func forEachBand(
        _ run: TIFFRun, _ body: (_ band: Int, _ place: Int, _ step: Int) -> Void
    ) {
        if let sample = run.sample {
            body(sample, 0, 1)
        } else {
            for (band, place) in wanted.enumerated() { body(band, place, stored) }
        }
    }
}
