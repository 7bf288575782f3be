import CVips
import CVipsShim

/// What libheif leaves as it is coded, made what it means.
enum HEIFSamples {
    static func corrected(_ image: VipsImageRef, facts: SampleFacts) throws(ImagingError)
        -> VipsImageRef
    {
        var image = image
        if facts.isPremultiplied && image.bands == 4 { image = try unpremultiplied(image) }
        guard facts.isMonochrome, image.bands >= 3 else { return image }
        // libheif spreads limited range in all pictures but those of 8-bit grey.
        if facts.hasLimitedRange && image.format == VIPS_FORMAT_UCHAR {
            let table = (0..<256).map { UInt8(max(0, min(255, Double($0 - 16) * 255 / 219 + 0.5))) }
            let colours = try image.bands(0, count: 3).mapped(by: table)
            image = try image.bands == 3 ? colours : joined(colours, image.bands(3, count: 1))
        }
        // Grey comes as three samples that are the same. A profile of RGB is for these.
        if let profile = image.profile, ICCProfile(profile)?.space != .grey { return image }
        let grey = try image.bands(0, count: 1)
        let single = try image.bands == 3 ? grey : joined(grey, image.bands(3, count: 1))
        return try single.interpreted(
            as: image.format == VIPS_FORMAT_UCHAR
                ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_GREY16)
    }

    private static func joined(_ a: VipsImageRef, _ b: VipsImageRef) throws(ImagingError)
        -> VipsImageRef
    {
        try a.applying { cvips_bandjoin2($0, b.pointer, $1) }
    }

    private static func unpremultiplied(_ image: VipsImageRef) throws(ImagingError)
        -> VipsImageRef
    {
        let isWide = image.format != VIPS_FORMAT_UCHAR
        return try image.applying { cvips_unpremultiply($0, $1) }
            .applying { cvips_round($0, $1) }
            .applying { isWide ? cvips_cast_ushort($0, $1) : cvips_cast_uchar($0, $1) }
            .interpreted(as: image.interpretation)
    }
}

extension VipsImageRef {
    fileprivate func mapped(by table: [UInt8]) throws(ImagingError) -> VipsImageRef {
        let table = try VipsImageRef.table(table, VIPS_FORMAT_UCHAR)
        return try applying { cvips_map($0, $1, table.pointer) }
    }
}
