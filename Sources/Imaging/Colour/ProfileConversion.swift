import CLittleCMS
import CVips
import CVipsShim
import Glibc

/// The way from a profile's samples to 8-bit sRGB or grey: relative intent with black point
/// compensation.
///
/// LittleCMS works out each colour by itself here: the tables that it makes to be fast are up to 28
/// levels off. That takes 0.2 to 0.4 us a colour, so what depends on one sample is worked out ahead:
///
/// - grey: a table of all values;
/// - RGB by curves and a matrix: each sample adds light of its own, and a table says how much;
/// - all else (tables in the profile, inks, L\*a\*b\*): colour by colour, and remembered.
struct ProfileConversion {
    private let profile: ICCProfile
    private let light: LightTransform

    /// - Returns: `nil` for a profile that is broken.
    init?(from profile: ICCProfile) {
        guard let light = LightTransform(from: profile) else { return nil }
        self.profile = profile
        self.light = light
    }

    /// Whether every colour is within one 8-bit level of what its samples are in sRGB already: then
    /// converting them would only cost time and a rounding.
    var changesNothing: Bool {
        func isAsItWas(_ colour: [Double], _ light: SIMD4<Float>) -> Bool {
            (0..<3).allSatisfy { channel in
                let value = SRGBCurve.value(Double(light[channel]))
                return abs(value - (colour.count == 1 ? colour[0] : colour[channel])) < 1 / 255
            }
        }
        let channels: Int
        switch profile.space {
        case .grey: channels = 1
        case .rgb: channels = 3
        default: return false
        }
        let greys = (0...255).map { [Double](repeating: Double($0) / 255, count: channels) }
        let steps = stride(from: 0, through: 1, by: 0.2)
        let cube = steps.flatMap { red in
            steps.flatMap { green in steps.map { [red, green, $0] } }
        }
        let colours = channels == 1 ? greys : cube + greys
        return zip(colours, light.of(colours.flatMap { $0 }, among: channels))
            .allSatisfy(isAsItWas)
    }

    /// Bytes that the colours take which are remembered; see `cvips_transform`.
    private static let rememberedBytes = 16 << 20

    /// - Parameter image: the samples of the profile and no others: 8 or 16 bit over the whole of
    ///   their range, or L\*a\*b\* in floating point.
    /// - Returns: the converted image, and the bytes of memory that converting it holds.
    func converted(_ image: VipsImageRef) throws(ImagingError) -> (
        image: VipsImageRef, memory: Int
    ) {
        let values =
            switch image.format {
            case VIPS_FORMAT_UCHAR: 256
            case VIPS_FORMAT_USHORT: 65536
            default: 0
            }
        if values > 0 && image.bands == 1 {
            return (try Self.byTable(image, light.ofSample(0, among: 1, values: values)), 0)
        }
        if values > 0 && image.bands == 3 && profile.isMatrix {
            return (try Self.byLight(image, light.ofSamples(values: values)), 0)
        }
        let type: ICCProfile.SampleType =
            switch values {
            case 256: .uint8
            case 65536: .uint16
            default: .float
            }
        guard let transform = profile.transform(from: type, to: .linearSRGB, .uint16) else {
            throw ImagingError.library("LittleCMS has no way from these colours to sRGB")
        }
        return (
            try image.applying { cvips_transform($0, $1, transform, SRGBCurve.encoded) },
            Self.rememberedBytes
        )
    }

    /// Of one sample a pixel: grey, or colours where a profile of grey tints it.
    private static func byTable(_ image: VipsImageRef, _ light: [SIMD4<Float>])
        throws(ImagingError) -> VipsImageRef
    {
        let colours = light.map { light in
            (0..<3).map { SRGBCurve.value(Double(light[$0])) }
        }
        let isNeutral = colours.allSatisfy { colour in
            colour.allSatisfy { abs($0 - colour[1]) < 1 / 255 }
        }
        let samples = isNeutral ? colours.map { [$0[1]] } : colours
        let table = try VipsImageRef.table(
            samples.joined().map(SRGBCurve.byte), VIPS_FORMAT_UCHAR, channels: isNeutral ? 1 : 3)
        return try image.applying { cvips_map($0, $1, table.pointer) }
            .interpreted(as: isNeutral ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
    }

    private static func byLight(_ image: VipsImageRef, _ light: [SIMD4<Float>])
        throws(ImagingError) -> VipsImageRef
    {
        // 1 is intensity 0 of the table, and what lies between two is the nearer.
        var scaled = light.map { $0 * 65535 }
        for value in 0..<light.count / 3 { scaled[value] += 0.5 }
        return try image.applying { image, out in
            scaled.withUnsafeBytes { light in
                // SAFETY: a vector of four floats lies in memory as they do.
                cvips_add_light(
                    image, out, light.baseAddress?.assumingMemoryBound(to: Float.self),
                    SRGBCurve.encoded)
            }
        }
    }
}

/// LittleCMS' way from a profile's samples, 0 to 1, to linear sRGB, not clipped.
private final class LightTransform {
    private let handle: cmsHTRANSFORM

    init?(from profile: ICCProfile) {
        guard let handle = profile.transform(from: .double, to: .linearSRGB, .double) else {
            return nil
        }
        self.handle = handle
    }

    deinit { cmsDeleteTransform(handle) }

    /// Of colours one after the other, of so many samples each.
    func of(_ samples: [Double], among channels: Int) -> [SIMD4<Float>] {
        let count = samples.count / channels
        var light = [Double](repeating: 0, count: 3 * count)
        withExtendedLifetime(self) {
            cmsDoTransform(handle, samples, &light, cmsUInt32Number(count))
        }
        return stride(from: 0, to: 3 * count, by: 3).map { place in
            SIMD4<Float>(SIMD4<Double>(light[place], light[place + 1], light[place + 2], 0))
        }
    }

    /// Of all values of one sample, where the others are 0. Of 16 bit, every one in the dark, where
    /// light grows fast, and then every 16th with lines between: curves in profiles have hardly ever
    /// more points.
    func ofSample(_ index: Int, among channels: Int, values: Int) -> [SIMD4<Float>] {
        let step = 16
        let dark = values == 256 ? values : values / step
        let places =
            Array(0..<dark) + Array(stride(from: dark, to: values, by: step)) + [values - 1]
        var samples = [Double](repeating: 0, count: places.count * channels)
        for (number, place) in places.enumerated() {
            samples[number * channels + index] = Double(place) / Double(values - 1)
        }
        let light = of(samples, among: channels)
        return Array(light[..<dark])
            + (dark..<values).map { value in
                let number = dark + (value - dark) / step
                let (from, to) = (places[number], places[number + 1])
                let part = Float(value - from) / Float(max(to - from, 1))
                return light[number] + (light[number + 1] - light[number]) * part
            }
    }

    /// What each of three samples adds to the light of a colour: that of all values of the first,
    /// of the second, of the third.
    func ofSamples(values: Int) -> [SIMD4<Float>] {
        let black = of([0, 0, 0], among: 3)[0]
        return ofSample(0, among: 3, values: values)
            + ofSample(1, among: 3, values: values).map { $0 - black }
            + ofSample(2, among: 3, values: values).map { $0 - black }
    }
}

/// sRGB's curve (IEC 61966-2-1), from light to values.
enum SRGBCurve {
    /// 8-bit values of 65536 intensities.
    static let encoded: [UInt8] = (0...65535).map { encoded(Double($0) / 65535) }

    /// The 8-bit value of light.
    static func encoded(_ light: Double) -> UInt8 { byte(value(light)) }

    /// The nearest 8-bit value to one from 0 to 1.
    static func byte(_ value: Double) -> UInt8 { UInt8(value * 255 + 0.5) }

    /// The value of light, both from 0 to 1. What is no number counts as black.
    static func value(_ light: Double) -> Double {
        let light = light > 0 ? min(light, 1) : 0
        return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }
}
