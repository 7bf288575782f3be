import CVips

/// What decoders hold of an image while its rows are read, besides the rows: some formats can only
/// be decoded whole. Measured with libvips 8.14, rounded up.
enum DecoderMemory {
    /// Bytes.
    ///
    /// - Parameter image: as the loader gives it.
    static func bytes(_ format: Loader.Format, _ image: VipsImageRef, facts: SampleFacts) -> Int {
        let area = image.size.area
        let samples = image.bands * Int(vips_format_sizeof(image.format))
        if format.decoder == .magick { return area * 16 }
        switch format.name {
        // Interlaced: all pixels, while the passes come.
        case "PNG": return image.isInterlaced ? area * samples : 0
        // The canvas, and the frame before it goes there.
        case "WebP", "GIF": return area * (samples + 4)
        // The planes as they are coded, and the pixels made of them.
        case "HEIF": return area * (samples + 4 * samples / max(image.bands, 1))
        // Lossless files are decoded in 32-bit planes.
        case "JPEG XL": return area * (samples + 4 * max(image.bands, 3))
        // A tile in 32-bit planes, and a row of tiles of pixels, twice.
        case "JPEG 2000":
            let rows = min(facts.rowsAtOnce, image.size.height)
            let tile = min(facts.columnsAtOnce, image.size.width) * rows
            return tile * image.bands * 4 + 2 * image.size.width * rows * samples
        case "TIFF":
            return 2 * image.size.width * min(facts.rowsAtOnce, image.size.height) * samples
        default: return 0
        }
    }
}

extension VipsImageRef {
    /// Whether the pixels come in several passes over the image.
    fileprivate var isInterlaced: Bool {
        vips_image_get_typeof(pointer, "interlaced") != 0
            || vips_image_get_typeof(pointer, "progressive") != 0
    }
}
