import CVips
import CVipsShim
import Glibc
import Raster
import TilePyramid

/// A libvips image, unreferenced when it goes away. Images are immutable and may be shared between
/// threads; what is made of them is evaluated lazily.
final class VipsImageRef: @unchecked Sendable {
    // SAFETY: libvips' images may be used from several threads; the pointer never changes.
    let pointer: UnsafeMutablePointer<VipsImage>
    /// What the pixels are read from, when that is memory of ours.
    private let keepAlive: AnyObject?

    /// Takes over a reference.
    init(owning pointer: UnsafeMutablePointer<VipsImage>, keepAlive: AnyObject? = nil) {
        self.pointer = pointer
        self.keepAlive = keepAlive
    }

    deinit { g_object_unref(pointer) }

    var size: PixelSize {
        PixelSize(
            width: Int(vips_image_get_width(pointer)), height: Int(vips_image_get_height(pointer)))
    }

    var bands: Int { Int(vips_image_get_bands(pointer)) }

    var format: VipsBandFormat { vips_image_get_format(pointer) }

    var interpretation: VipsInterpretation { vips_image_get_interpretation(pointer) }

    /// EXIF orientation 1...8; nonsense counts as 1.
    var orientation: Int { Int(vips_image_get_orientation(pointer)) }

    /// Number of pages in the file, at least 1.
    var pages: Int { Int(vips_image_get_n_pages(pointer)) }

    /// The embedded colour profile.
    var profile: [UInt8]? {
        guard vips_image_get_typeof(pointer, VIPS_META_ICC_NAME) != 0 else { return nil }
        var data: UnsafeRawPointer?
        var length = 0
        guard vips_image_get_blob(pointer, VIPS_META_ICC_NAME, &data, &length) == 0, let data
        else { return nil }
        return Array(UnsafeRawBufferPointer(start: data, count: length))
    }

    typealias Operation = (
        UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
    ) -> Int32

    /// The image that `operation` makes of this one.
    func applying(_ operation: Operation) throws(ImagingError) -> VipsImageRef {
        var out: UnsafeMutablePointer<VipsImage>?
        guard operation(pointer, &out) == 0, let out else {
            throw ImagingError.library(VipsErrors.take())
        }
        return VipsImageRef(owning: out, keepAlive: self)
    }

    /// All pixels computed, in memory.
    ///
    /// - Parameters:
    ///   - format: of the file that they come from, whose fault it is when that fails.
    ///   - fillsWhatFails: rows that cannot be decoded are middle grey.
    func inMemory(from format: String? = nil, fillsWhatFails: Bool = false)
        throws(ImagingError) -> VipsImageRef
    {
        let size = self.size
        let row = size.width * bands * Int(vips_format_sizeof(self.format))
        let pixels = ByteBuffer(capacity: row * size.height)
        // On this thread, in order: libvips' own way is a pool of threads, whose errors and
        // warnings would not be this image's.
        guard let region = vips_region_new(pointer) else {
            throw ImagingError.library(VipsErrors.take())
        }
        defer { g_object_unref(region) }
        for top in stride(from: 0, to: size.height, by: 64) {
            let count = min(64, size.height - top)
            var rect = VipsRect(
                left: 0, top: Int32(top), width: Int32(size.width), height: Int32(count))
            guard vips_region_prepare(region, &rect) == 0, let data = region.pointee.data else {
                if fillsWhatFails {
                    VipsErrors.clear()
                    memset(pixels.base + top * row, Self.missing, row * count)
                    continue
                }
                guard let format else { throw ImagingError.library(VipsErrors.take()) }
                throw VipsErrors.decoding(format)
            }
            let step = Int(region.pointee.bpl)
            let first = data + (top - Int(region.pointee.valid.top)) * step
            for y in 0..<count {
                (pixels.base + (top + y) * row).copyMemory(from: first + y * step, byteCount: row)
            }
        }
        guard
            let image = vips_image_new_from_memory(
                pixels.base, row * size.height, Int32(size.width), Int32(size.height),
                Int32(bands), self.format)
        else { throw ImagingError.library(VipsErrors.take()) }
        let space = interpretation
        return try VipsImageRef(owning: image, keepAlive: pixels).applying {
            cvips_copy_interpretation($0, $1, space)
        }
    }

    /// The sample of pixels that cannot be decoded: middle grey.
    static let missing: Int32 = 128

    /// Pixels as an image, copied: libvips knows no padded rows.
    static func copying(_ view: TileView) throws(ImagingError) -> VipsImageRef {
        let format = view.band.format
        precondition(format.planes.count == 1, "planar pixels go from JPEG to JPEG only")
        let samples = format.planes[0].samples
        let (base, stride) = view.plane(0)
        let packed = ByteBuffer(capacity: view.width * samples * view.height)
        for row in 0..<view.height {
            (packed.base + row * view.width * samples).copyMemory(
                from: base + row * stride, byteCount: view.width * samples)
        }
        guard
            let image = vips_image_new_from_memory(
                packed.base, view.width * samples * view.height, Int32(view.width),
                Int32(view.height), Int32(samples), VIPS_FORMAT_UCHAR)
        else { throw ImagingError.library(VipsErrors.take()) }
        let space = samples < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
        return try VipsImageRef(owning: image, keepAlive: packed).applying {
            cvips_copy_interpretation($0, $1, space)
        }
    }
}
