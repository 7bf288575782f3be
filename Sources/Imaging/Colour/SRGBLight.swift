import CVips
import CVipsShim
import Glibc

/// sRGB from linear light, exact to a rounding.
enum SRGBLight {
    /// Linear sRGB from XYZ under D50, row by row: the inverse of sRGB's primaries adapted to D50
    /// by Bradford's method, as ICC has them.
    static let ofXYZ = [
        3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415, 0.0334540, 0.0719453,
        -0.2289914, 1.4052427,
    ]

    /// Light, in floating point, of 8- or 16-bit samples by a curve for each channel.
    static func light(of image: VipsImageRef, curves: [(Double) -> Double]) throws(ImagingError)
        -> VipsImageRef
    {
        let top = image.format == VIPS_FORMAT_UCHAR ? 255 : 65535
        let samples = (0...top).flatMap { value in
            curves.map { Float($0(Double(value) / Double(top))) }
        }
        let table = try VipsImageRef.table(
            samples, VIPS_FORMAT_FLOAT, channels: curves.count)
        return try image.applying { cvips_map($0, $1, table.pointer) }
    }

    /// 8-bit sRGB of floating-point colours.
    ///
    /// - Parameter matrix: what makes of a colour linear sRGB of 0...1, row by row.
    static func encoded(_ image: VipsImageRef, matrix: [Double]) throws(ImagingError)
        -> VipsImageRef
    {
        let scaled = matrix.map { $0 * 65535 }
        let table = try VipsImageRef.table(
            (0...65535).map { UInt8(encoded(Double($0) / 65535) * 255 + 0.5) }, VIPS_FORMAT_UCHAR)
        return try image.applying { cvips_recombine($0, $1, scaled) }
            .applying { cvips_round($0, $1) }
            .applying { cvips_cast_ushort($0, $1) }
            .applying { cvips_map($0, $1, table.pointer) }
            .interpreted(as: VIPS_INTERPRETATION_sRGB)
    }

    /// 8-bit grey of sRGB's curve, of 8- or 16-bit samples by a curve of their own.
    static func encoded(grey image: VipsImageRef, curve: (Double) -> Double)
        throws(ImagingError) -> VipsImageRef
    {
        let top = image.format == VIPS_FORMAT_UCHAR ? 255 : 65535
        let table = try VipsImageRef.table(
            (0...top).map {
                UInt8(encoded(min(1, max(0, curve(Double($0) / Double(top))))) * 255 + 0.5)
            }, VIPS_FORMAT_UCHAR)
        return try image.applying { cvips_map($0, $1, table.pointer) }
            .interpreted(as: VIPS_INTERPRETATION_B_W)
    }

    /// sRGB's curve (IEC 61966-2-1), of light in 0...1.
    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
