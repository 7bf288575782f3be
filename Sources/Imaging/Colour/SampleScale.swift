import CVips
import CVipsShim

/// Makes 8-bit samples of others whose range is defined, each the nearest to its place in the
/// range: a 16-bit `v` becomes `v / 257`, rounded. White stays white, black stays black, and what
/// was 8 bit before it was widened comes back as it was.
enum SampleScale {
    /// 8-bit samples.
    ///
    /// - Parameter full: the value of full intensity.
    static func bytes(of image: VipsImageRef, full: Double) throws(ImagingError) -> VipsImageRef {
        switch image.format {
        case VIPS_FORMAT_UCHAR where full == 255: return image
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT:
            let top = image.format == VIPS_FORMAT_UCHAR ? 255 : 65535
            let table = try VipsImageRef.table(
                (0...top).map { UInt8(min(255, Double($0) * 255 / full + 0.5)) },
                VIPS_FORMAT_UCHAR)
            return try image.applying { cvips_map($0, $1, table.pointer) }
        default:
            return try image.applying { cvips_scale($0, $1, 255 / full) }
                .applying { cvips_round($0, $1) }
                .applying { cvips_cast_uchar($0, $1) }
        }
    }

    /// 16-bit samples over the whole of their range, for conversions to come; 8-bit ones that fill
    /// theirs stay as they are.
    static func spread(_ image: VipsImageRef, full: Double) throws(ImagingError) -> VipsImageRef {
        switch image.format {
        case VIPS_FORMAT_UCHAR where full == 255: return image
        case VIPS_FORMAT_USHORT where full == 65535: return image
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT:
            let top = image.format == VIPS_FORMAT_UCHAR ? 255 : 65535
            let table = try VipsImageRef.table(
                (0...top).map { UInt16(min(65535, Double($0) * 65535 / full + 0.5)) },
                VIPS_FORMAT_USHORT)
            return try image.applying { cvips_map($0, $1, table.pointer) }
        default:
            return try image.applying { cvips_scale($0, $1, 65535 / full) }
                .applying { cvips_round($0, $1) }
                .applying { cvips_cast_ushort($0, $1) }
        }
    }

    /// The value of full intensity where the format says nothing else.
    static func full(of format: VipsBandFormat) -> Double {
        switch format {
        case VIPS_FORMAT_UCHAR: 255
        case VIPS_FORMAT_USHORT: 65535
        case VIPS_FORMAT_UINT: 4_294_967_295
        default: 1
        }
    }
}

extension VipsImageRef {
    /// One row of pixels, in memory of its own.
    static func table<Sample>(
        _ samples: [Sample], _ format: VipsBandFormat, channels: Int = 1
    ) throws(ImagingError) -> VipsImageRef {
        let made = samples.withUnsafeBytes { bytes in
            vips_image_new_from_memory_copy(
                bytes.baseAddress, bytes.count, Int32(samples.count / channels), 1,
                Int32(channels), format)
        }
        guard let made else { throw ImagingError.library(VipsErrors.take()) }
        return VipsImageRef(owning: made)
    }
}
