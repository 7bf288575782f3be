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
            let table = light.ofSample(0, among: 1, values: values).map {
                SRGBCurve.encoded(Double($0.y))
            }
            let values = try VipsImageRef.table(table, VIPS_FORMAT_UCHAR)
            let grey = try image.applying { cvips_map($0, $1, values.pointer) }
                .interpreted(as: VIPS_INTERPRETATION_B_W)
            return (grey, 0)
        }
        if values > 0 && image.bands == 3 && light.addsUp {
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

    private func light(of samples: [Double], among channels: Int) -> [SIMD4<Float>] {
        let count = samples.count / channels
        var light = [Double](repeating: 0, count: 3 * count)
        withExtendedLifetime(self) {
            cmsDoTransform(handle, samples, &light, cmsUInt32Number(count))
        }
        return stride(from: 0, to: 3 * count, by: 3).map { place in
            SIMD4<Float>(SIMD4<Double>(light[place], light[place + 1], light[place + 2], 0))
        }
    }

    /// Of all values of one sample, where the others are 0. Of 16 bit every 16th is worked out, with
    /// lines between: curves in profiles have hardly ever more points.
    func ofSample(_ index: Int, among channels: Int, values: Int) -> [SIMD4<Float>] {
        let steps = values == 256 ? 255 : 4096
        var samples = [Double](repeating: 0, count: (steps + 1) * channels)
        for step in 0...steps {
            samples[step * channels + index] = Double(step) / Double(steps)
        }
        let light = light(of: samples, among: channels)
        if values == 256 { return light }
        let stride = Float(steps) / Float(values - 1)
        return (0..<values).map { value -> SIMD4<Float> in
            let place = Float(value) * stride
            let step = min(Int(place), steps - 1)
            let slope = light[step + 1] - light[step]
            return light[step] + slope * (place - Float(step))
        }
    }

    /// What each of three samples adds to the light of a colour: that of all values of the first,
    /// of the second, of the third.
    func ofSamples(values: Int) -> [SIMD4<Float>] {
        let black = light(of: [0, 0, 0], among: 3)[0]
        return ofSample(0, among: 3, values: values)
            + ofSample(1, among: 3, values: values).map { $0 - black }
            + ofSample(2, among: 3, values: values).map { $0 - black }
    }

    /// Whether the light of three samples is the sum of what each adds: tried on colours from all
    /// over the cube.
    var addsUp: Bool {
        let steps = [0, 0.02, 0.3, 0.7, 1]
        func light(_ red: Double, _ green: Double, _ blue: Double) -> SIMD4<Float> {
            self.light(of: [red, green, blue], among: 3)[0]
        }
        let black = light(0, 0, 0)
        let reds = steps.map { light($0, 0, 0) }
        let greens = steps.map { light(0, $0, 0) - black }
        let blues = steps.map { light(0, 0, $0) - black }
        for (r, red) in steps.enumerated() {
            for (g, green) in steps.enumerated() {
                for (b, blue) in steps.enumerated() {
                    let sum = reds[r] + greens[g] + blues[b]
                    let error = light(red, green, blue) - sum
                    let isClose = max(abs(error.x), abs(error.y), abs(error.z)) < 0.0002
                    if !isClose { return false }
                }
            }
        }
        return true
    }
}

/// sRGB's curve (IEC 61966-2-1), from light to values.
enum SRGBCurve {
    /// 8-bit values of 65536 intensities.
    static let encoded: [UInt8] = (0...65535).map { encoded(Double($0) / 65535) }

    /// The 8-bit value of light. What is no number counts as black.
    static func encoded(_ light: Double) -> UInt8 {
        let light = light > 0 ? min(light, 1) : 0
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(value * 255 + 0.5)
    }
}
