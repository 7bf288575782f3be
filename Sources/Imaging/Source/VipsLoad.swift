import CVips
import CVipsShim

/// A file opened through libvips: its header read, its pixels still to come, from top to bottom.
enum VipsLoad {
    struct Opened {
        let image: VipsImageRef
        let format: Loader.Format
    }

    /// - Parameter page: 0-based.
    static func open(_ path: String, page: Int) throws(ImagingError) -> Opened {
        guard let source = vips_source_new_from_file(path) else {
            throw ImagingError.cannotRead("cannot be read: \(VipsErrors.take())")
        }
        defer { g_object_unref(source) }
        let format = try Loader.format(of: source)
        guard page == 0 || format.hasPages else {
            throw ImagingError.noSuchPage(page: page, pages: 1)
        }
        var out: UnsafeMutablePointer<VipsImage>?
        guard cvips_load_sequential(source, page == 0 ? "" : "[page=\(page)]", &out) == 0, let out
        else {
            let detail = VipsErrors.take()
            if page > 0 { try checkPage(page, try open(path, page: 0).image) }
            throw ImagingError.damaged(format: format.name, detail: detail)
        }
        let image = VipsImageRef(owning: out)
        // Some loaders give another page instead of failing.
        try checkPage(page, image)
        return Opened(image: image, format: format)
    }

    /// The pixels of a JPEG file whose header has been opened.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: decoded at that part of the size, rounded up.
    static func jpeg(_ path: String, header: VipsImageRef, shrink: Int) throws(ImagingError)
        -> VipsImageRef
    {
        var out: UnsafeMutablePointer<VipsImage>?
        guard cvips_load_jpeg(path, Int32(shrink), header.pointer, &out) == 0, let out else {
            throw ImagingError.damaged(format: "JPEG", detail: VipsErrors.take())
        }
        return VipsImageRef(owning: out)
    }

    private static func checkPage(_ page: Int, _ image: VipsImageRef) throws(ImagingError) {
        guard page < image.pages else {
            throw ImagingError.noSuchPage(page: page, pages: image.pages)
        }
    }
}
