import CVips
import CVipsShim
import Glibc
import Synchronization
import TilePyramid

/// Decodes the rows of a file with a library of its own instead of libvips' loader, as samples that
/// libvips then converts, turns and shrinks.
protocol SampleDecoder: AnyObject {
    var shape: SampleShape { get }

    /// Decodes the next `count` rows, each pixel's samples together, `stride` bytes apart. It is
    /// called from the top down, for each row once, by one thread at a time.
    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError)
}

/// What the rows of a decoder hold.
struct SampleShape {
    var size: PixelSize
    /// Samples a pixel.
    var bands: Int
    var format: VipsBandFormat
    var interpretation: VipsInterpretation
    /// The file's colour profile.
    var profile: [UInt8]?
}

extension VipsImageRef {
    /// The image that `decoder` reads, lazily, from top to bottom. Why a row cannot be read is told by
    /// `VipsErrors.decoding`, on the thread that asked for it.
    static func reading(_ decoder: some SampleDecoder) throws(ImagingError) -> VipsImageRef {
        let shape = decoder.shape
        // SAFETY: the reference that is passed on is given back by `release`, once.
        let context = Unmanaged.passRetained(RowContext(decoder)).toOpaque()
        let reader = cvips_row_reader(
            context: context, read: readSampleRows, release: releaseSampleRows)
        var out: UnsafeMutablePointer<VipsImage>?
        let profile = shape.profile ?? []
        let result = profile.withUnsafeBytes { profile in
            var shape = cvips_row_shape(
                width: Int32(shape.size.width), height: Int32(shape.size.height),
                bands: Int32(shape.bands), format: shape.format,
                interpretation: shape.interpretation,
                profile: profile.isEmpty ? nil : profile.baseAddress,
                profile_length: profile.count)
            return cvips_image_of_rows(&shape, reader, &out)
        }
        guard result == 0, let out else { throw ImagingError.library(VipsErrors.take()) }
        return VipsImageRef(owning: out)
    }
}

private final class RowContext {
    let decoder: any SampleDecoder

    init(_ decoder: some SampleDecoder) { self.decoder = decoder }
}

/// Called by libvips on any thread, so it belongs to no actor.
nonisolated func readSampleRows(
    _ context: UnsafeMutableRawPointer?, _ out: UnsafeMutableRawPointer?, _ stride: Int,
    _ count: Int32
) -> Int32 {
    guard let context, let out else { preconditionFailure("libvips passes on what it was given") }
    // SAFETY: `VipsImageRef.reading` passed a retained `RowContext`.
    let decoder = Unmanaged<RowContext>.fromOpaque(context).takeUnretainedValue().decoder
    do {
        try decoder.read(Int(count), to: out, stride: stride)
        return 0
    } catch {
        DecoderFailures.note(error)
        return -1
    }
}

/// Called by libvips on any thread, so it belongs to no actor.
nonisolated func releaseSampleRows(_ context: UnsafeMutableRawPointer?) {
    guard let context else { preconditionFailure("every image has been given its decoder") }
    // SAFETY: `VipsImageRef.reading` passed a retained `RowContext`.
    Unmanaged<RowContext>.fromOpaque(context).release()
}

/// Why a decoder of ours failed, by the thread that it failed on: an error of its own type does not
/// fit through libvips.
enum DecoderFailures {
    private static let failures = Mutex<[UInt: ImagingError]>([:])

    static func note(_ error: ImagingError) {
        failures.withLock { $0[UInt(pthread_self())] = error }
    }

    /// The last failure on this thread since the last call.
    static func take() -> ImagingError? {
        failures.withLock { $0.removeValue(forKey: UInt(pthread_self())) }
    }
}
