/// The bits of a pixel that hold one sample, scaled to 8 bit: all ones are 255.
struct BMPMask {
    private let mask: UInt32
    private let shift: UInt32
    private let top: UInt64
    /// The 8-bit value of each sample that has few bits.
    private let scaled: [UInt8]

    /// - Throws: `ImagingError.unsupportedPixels` for bits that are not side by side.
    init(_ mask: UInt32) throws(ImagingError) {
        self.mask = mask
        shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        let top = mask >> shift
        guard top & (top &+ 1) == 0 else {
            throw .unsupportedPixels("a BMP whose samples have bits that are not side by side")
        }
        self.top = UInt64(top)
        scaled = top < 4096 ? (0...top).map { Self.scaled(UInt64($0), UInt64(top)) } : []
    }

    /// The sample of `pixel`; 0 where the mask has no bits.
    func sample(of pixel: UInt32) -> UInt8 {
        let value = (pixel & mask) >> shift
        return scaled.isEmpty ? Self.scaled(UInt64(value), top) : scaled[Int(value)]
    }

    private static func scaled(_ value: UInt64, _ top: UInt64) -> UInt8 {
        top == 0 ? 0 : UInt8((value * 510 + top) / (2 * top))
    }
}
