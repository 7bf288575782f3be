import CVips
import CVipsShim

/// A file opened through libvips: its header read, its pixels still to come.
enum VipsLoad {
    struct Opened {
        let image: VipsImageRef
        let format: Loader.Format
    }

    /// - Parameters:
    ///   - page: 0-based.
    ///   - shrink: 1, 2, 4 or 8, of a format that can.
    static func open(_ path: String, page: Int, shrink: Int = 1) throws(ImagingError) -> Opened {
        guard let source = vips_source_new_from_file(path) else {
            throw ImagingError.cannotRead("cannot be read: \(VipsErrors.take())")
        }
        defer { g_object_unref(source) }
        let format = try Loader.format(of: source)
        var options: [String] = []
        if page > 0 {
            guard format.hasPages else {
                throw ImagingError.noSuchPage(page: page, pages: 1)
            }
            options.append("page=\(page)")
        }
        if shrink > 1 { options.append("shrink=\(shrink)") }
        var out: UnsafeMutablePointer<VipsImage>?
        let text = options.isEmpty ? "" : "[" + options.joined(separator: ",") + "]"
        guard cvips_load_sequential(source, text, &out) == 0, let out else {
            let detail = VipsErrors.take()
            if page > 0 {
                let pages = try open(path, page: 0).image.pages
                if page >= pages { throw ImagingError.noSuchPage(page: page, pages: pages) }
            }
            throw ImagingError.damaged(format: format.name, detail: detail)
        }
        return Opened(image: VipsImageRef(owning: out), format: format)
    }
}
