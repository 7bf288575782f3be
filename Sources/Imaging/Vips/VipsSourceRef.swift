import CVips
import CVipsShim
import Files
import Glibc

/// A libvips source over an open file. Several of one file are independent; each keeps the file
/// open as long as libvips has a use for it.
final class VipsSourceRef {
    let pointer: UnsafeMutablePointer<VipsSource>

    /// Reads as bytes are wanted.
    init(streaming source: OpenSource) {
        // SAFETY: the reference that is passed on is given back by `release`, once.
        let owner = Unmanaged.passRetained(source).toOpaque()
        pointer = cvips_source_streamed(
            source.descriptor, Int64(source.size), owner, releaseOpenSource)
    }

    /// Reads as the loader of the content needs it.
    ///
    /// - Throws: `ImagingError.cannotRead`.
    convenience init(_ source: OpenSource) throws(ImagingError) {
        switch try KnownContent(source) {
        case .webp, .heif, .heifSequence, .gif, .jpegXL, .jpeg2000, .bmp, .tga:
            try self.init(holding: source)
        default: self.init(streaming: source)
        }
    }

    /// Holds the whole file, as it is now.
    private init(holding source: OpenSource) throws(ImagingError) {
        guard let pointer = cvips_source_whole(source.descriptor, Int64(source.size)) else {
            throw .cannotRead("cannot be read: \(SystemError.text(errno))")
        }
        self.pointer = pointer
    }

    deinit { g_object_unref(pointer) }

    /// The image that `loader` makes of what is read from here; `nil` when it fails.
    func loaded(
        by loader: (
            UnsafeMutablePointer<VipsSource>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
        ) -> Int32
    ) -> VipsImageRef? {
        var out: UnsafeMutablePointer<VipsImage>?
        guard loader(pointer, &out) == 0, let out else { return nil }
        return VipsImageRef(owning: out, keepAlive: self)
    }
}

/// Called by libvips on any thread, so it belongs to no actor.
nonisolated func releaseOpenSource(_ owner: UnsafeMutableRawPointer?) {
    guard let owner else { preconditionFailure("every source has been given its owner") }
    // SAFETY: `VipsSourceRef` passed a retained `OpenSource`.
    Unmanaged<OpenSource>.fromOpaque(owner).release()
}
