import CTIFFHandle
import CVips
import CVipsShim

extension TIFFPixels {
    /// The colours of a palette, 8 bit: red, green, blue of the first, and so on.
    ///
    /// They are 16 bit in the file, 65535 being full; some writers put 8 bit there, in the upper half
    /// or in the lower one.
    static func palette(of handle: TIFFHandle, count: Int) throws(ImagingError) -> [UInt8] {
        var planes: (UnsafePointer<UInt16>?, UnsafePointer<UInt16>?, UnsafePointer<UInt16>?)
        planes = (nil, nil, nil)
        let isThere = withUnsafeMutableBytes(of: &planes) { bytes in
            // SAFETY: a tuple of three pointers lies in memory as an array of them does.
            ctiff_palette(
                handle.tiff,
                bytes.baseAddress?.assumingMemoryBound(to: UnsafePointer<UInt16>?.self)) == 1
        }
        guard isThere, let red = planes.0, let green = planes.1, let blue = planes.2 else {
            throw .damaged(format: "TIFF", detail: "it has no palette")
        }
        let values = (0..<count).flatMap { [red[$0], green[$0], blue[$0]] }
        if values.allSatisfy({ $0 < 256 }) { return values.map { UInt8($0) } }
        if values.allSatisfy({ $0 & 255 == 0 }) { return values.map { UInt8($0 >> 8) } }
        return values.map { UInt8((Int($0) + 128) / 257) }
    }

    func look(
        up row: UnsafeMutableRawPointer, in colours: [UInt8], _ count: Int,
        to out: UnsafeMutableRawPointer
    ) {
        // SAFETY: the row holds unpacked samples of this width, the other bytes.
        let pixels = out.assumingMemoryBound(to: UInt8.self)
        if unpacker.width == 1 {
            look(up: row.assumingMemoryBound(to: UInt8.self), in: colours, count, to: pixels)
        } else {
            // SAFETY: the row holds unpacked samples of this format.
            look(up: row.assumingMemoryBound(to: UInt16.self), in: colours, count, to: pixels)
        }
    }

    private func look<Sample: FixedWidthInteger>(
        up row: UnsafeMutablePointer<Sample>, in colours: [UInt8], _ count: Int,
        to out: UnsafeMutablePointer<UInt8>
    ) {
        let step = bands - 2
        let full = unpacker.full
        colours.withUnsafeBufferPointer { colours in
            for pixel in 0..<count {
                let place = 3 * Int(row[pixel * step])
                for c in 0..<3 { out[pixel * bands + c] = colours[place + c] }
                if step == 2 {
                    let alpha = Int(row[pixel * step + 1])
                    out[pixel * bands + 3] = UInt8((alpha * 510 + full) / (2 * full))
                }
            }
        }
    }

    /// Turns white and black around, of the first sample.
    func invert(_ row: UnsafeMutableRawPointer, _ count: Int) {
        // SAFETY: the row holds unpacked samples of this format.
        switch format {
        case VIPS_FORMAT_UCHAR: invert(row.assumingMemoryBound(to: UInt8.self), count)
        case VIPS_FORMAT_USHORT: invert(row.assumingMemoryBound(to: UInt16.self), count)
        // SAFETY: the row holds unpacked samples of this format.
        case VIPS_FORMAT_UINT: invert(row.assumingMemoryBound(to: UInt32.self), count)
        default:
            let values = row.assumingMemoryBound(to: Float.self)
            for pixel in 0..<count { values[pixel * bands] = 1 - values[pixel * bands] }
        }
    }

    private func invert<Sample: FixedWidthInteger>(
        _ row: UnsafeMutablePointer<Sample>, _ count: Int
    ) {
        let full = Sample(truncatingIfNeeded: unpacker.full)
        for pixel in 0..<count { row[pixel * bands] = full - row[pixel * bands] }
    }

    /// L\* from 0 to 100; a\* and b\* are signed in the file, 16-bit ones with 8 bits of a fraction.
    func makeLab(
        _ row: UnsafeMutableRawPointer, _ count: Int, to out: UnsafeMutableRawPointer
    ) {
        // SAFETY: the row holds unpacked samples of this width, the other floats.
        let pixels = out.assumingMemoryBound(to: Float.self)
        if unpacker.width == 1 {
            let samples = row.assumingMemoryBound(to: UInt8.self)
            for pixel in stride(from: 0, to: count * bands, by: bands) {
                pixels[pixel] = Float(samples[pixel]) * (100 / 255)
                for c in 1...2 { pixels[pixel + c] = Float(Int8(bitPattern: samples[pixel + c])) }
                if bands == 4 { pixels[pixel + 3] = Float(samples[pixel + 3]) }
            }
        } else {
            // SAFETY: the row holds unpacked samples of this format.
            let samples = row.assumingMemoryBound(to: UInt16.self)
            for pixel in stride(from: 0, to: count * bands, by: bands) {
                pixels[pixel] = Float(samples[pixel]) * (100 / 65535)
                for c in 1...2 {
                    pixels[pixel + c] = Float(Int16(bitPattern: samples[pixel + c])) / 256
                }
                if bands == 4 { pixels[pixel + 3] = Float(samples[pixel + 3]) }
            }
        }
    }

    /// White is D65 under XYZ's own scale, where its Y is 100.
    func scaleXYZ(_ row: UnsafeMutableRawPointer, _ count: Int) {
        // SAFETY: the row holds floats.
        let pixels = row.assumingMemoryBound(to: Float.self)
        for pixel in stride(from: 0, to: count * bands, by: bands) {
            pixels[pixel] *= 95.047
            pixels[pixel + 1] *= 100
            pixels[pixel + 2] *= 108.8827
        }
    }

    /// Divides the colours by alpha, the last sample.
    func divide(_ row: UnsafeMutableRawPointer, _ count: Int) {
        // SAFETY: the row holds pixels of this format.
        switch format {
        case VIPS_FORMAT_UCHAR: divide(row.assumingMemoryBound(to: UInt8.self), count)
        case VIPS_FORMAT_USHORT: divide(row.assumingMemoryBound(to: UInt16.self), count)
        // SAFETY: the row holds unpacked samples of this format.
        case VIPS_FORMAT_UINT: divide(row.assumingMemoryBound(to: UInt32.self), count)
        default:
            let full = fullIntensity.map(Float.init) ?? 1
            // SAFETY: the row holds unpacked samples of this format.
            let values = row.assumingMemoryBound(to: Float.self)
            for pixel in stride(from: 0, to: count * bands, by: bands) {
                let alpha = values[pixel + bands - 1]
                guard alpha > 0 else { continue }
                for c in pixel..<pixel + bands - 1 { values[c] *= full / alpha }
            }
        }
    }

    private func divide<Sample: FixedWidthInteger>(
        _ row: UnsafeMutablePointer<Sample>, _ count: Int
    ) {
        // Fewer bits than 8 become 8.
        let stored = unpacker.full
        let full = max(stored, 255)
        for pixel in stride(from: 0, to: count * bands, by: bands) {
            let alpha = Int(row[pixel + bands - 1])
            guard alpha > 0 && (alpha < stored || stored < full) else { continue }
            for c in pixel..<pixel + bands - 1 {
                let value = Int(row[c])
                // A product of two 32-bit numbers fits as it is.
                let divided = value >= alpha ? full : (value * full + alpha / 2) / alpha
                row[c] = Sample(truncatingIfNeeded: divided)
            }
            row[pixel + bands - 1] = Sample(truncatingIfNeeded: alpha * full / stored)
        }
    }
}
