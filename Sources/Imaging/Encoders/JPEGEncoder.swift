import CTurboJPEG
import Raster
import TilePyramid

/// JPEG through TurboJPEG: one compressor and one buffer, as long as their worker lives.
final class JPEGEncoder {
    private let handle: tjhandle

    init() throws(ImagingError) {
        guard let handle = tjInitCompress() else {
            throw ImagingError.library("TurboJPEG has no memory for a compressor")
        }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// Chroma is halved below quality 90, kept whole from there on.
    static func subsamples(quality: Int) -> Bool { quality < 90 }

    /// - Parameter view: grey, RGB or YCbCr planes.
    func encode(_ view: TileView, quality: Int, into output: ByteBuffer) throws(ImagingError) {
        let format = view.band.format
        let subsampling =
            format == .grey
            ? TJSAMP_GRAY : Self.subsamples(quality: quality) ? TJSAMP_420 : TJSAMP_444
        let sampling = Int32(subsampling.rawValue)
        let width = Int32(view.width)
        let height = Int32(view.height)
        let room = tjBufSize(width, height, sampling)
        output.reserve(Int(room))
        // SAFETY: raw memory of the buffer, seen as the bytes that it is.
        var start: UnsafeMutablePointer<UInt8>? = output.base.assumingMemoryBound(to: UInt8.self)
        var length = room
        // The exact DCT: below quality 96 TurboJPEG would take a faster, coarser one.
        let flags = TJFLAG_ACCURATEDCT | TJFLAG_NOREALLOC
        let result: Int32
        switch format {
        case .ycc420:
            let whole = view.width % 2 == 0 && view.height % 2 == 0 ? view : view.paddedToPairs()
            let planes = (0..<3).map { whole.plane($0) }
            var bases: [UnsafePointer<UInt8>?] = planes.map { UnsafePointer($0.base) }
            let strides = planes.map { Int32($0.stride) }
            result = tjCompressFromYUVPlanes(
                handle, &bases, width, strides, height, sampling, &start, &length, Int32(quality),
                flags)
            withExtendedLifetime(whole) {}
        case .grey, .rgb:
            let (base, stride) = view.plane(0)
            let layout = format == .grey ? TJPF_GRAY : TJPF_RGB
            result = tjCompress2(
                handle, base, width, Int32(stride), height, Int32(layout.rawValue), &start,
                &length, sampling, Int32(quality), flags)
        case .greyAlpha, .rgba:
            preconditionFailure("transparency is flattened before JPEG sees it")
        }
        guard result == 0 else {
            let detail = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
            throw ImagingError.encoding(format: .jpeg, detail: detail)
        }
        output.setCount(Int(length))
    }
}
