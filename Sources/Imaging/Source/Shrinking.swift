import CVips
import CVipsShim
import Raster
import TilePyramid

/// Shrinking with a good filter, for thumbnails.
enum Shrinking {
    /// The largest factor of 8, 4, 2 and 1 that leaves the filter at least twice the pixels in
    /// each direction.
    static func factor(from source: PixelSize, to target: PixelSize) -> Int {
        let ratio = min(source.width / target.width, source.height / target.height)
        return [8, 4, 2].first { ratio >= 2 * $0 } ?? 1
    }

    /// `image` at exactly `size` pixels; Lanczos, premultiplied where there is alpha.
    static func resize(_ image: VipsImageRef, to size: PixelSize) throws(ImagingError)
        -> VipsImageRef
    {
        let from = image.size
        if from == size { return image }
        let horizontal = Double(size.width) / Double(from.width)
        let vertical = Double(size.height) / Double(from.height)
        guard image.bands == 2 || image.bands == 4 else {
            return try image.applying { cvips_resize($0, $1, horizontal, vertical) }
        }
        return try image.applying { cvips_premultiply($0, $1) }
            .applying { cvips_resize($0, $1, horizontal, vertical) }
            .applying { cvips_unpremultiply($0, $1) }
            .applying { cvips_cast_uchar($0, $1) }
    }

    /// All rows of a band at `size` pixels.
    static func resize(_ band: Band, to size: PixelSize) throws(ImagingError) -> Band {
        try resize(VipsImageRef.copying(TileView(band)), to: size).inBand()
    }
}

extension VipsImageRef {
    /// All pixels, computed, as one band.
    func inBand() throws(ImagingError) -> Band {
        let format: PixelFormat =
            switch bands {
            case 1: .grey
            case 2: .greyAlpha
            case 3: .rgb
            default: .rgba
            }
        let pixels = try inMemory()
        let size = pixels.size
        guard let data = vips_image_get_data(pixels.pointer) else {
            throw ImagingError.library(VipsErrors.take())
        }
        let band = Band(format: format, width: size.width, capacity: size.height)
        let plane = band.plane(0)
        let bytes = size.width * plane.shape.samples
        // SAFETY: an 8-bit image in memory is rows of bytes without gaps.
        for row in 0..<size.height {
            plane.row(row).update(
                from: (data + row * bytes).assumingMemoryBound(to: UInt8.self), count: bytes)
        }
        band.rows = size.height
        return band
    }
}
