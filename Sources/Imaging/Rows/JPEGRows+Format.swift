import CJPEGRows
import Raster
import TilePyramid

extension JPEGRows {
    /// The format in which libjpeg gives just the pixels that are wanted, or `nil` where libvips
    /// has to convert or turn them.
    ///
    /// - Parameters:
    ///   - info: the file's header as libjpeg reads it.
    ///   - pixels: what libvips would make of the file.
    static func format(for job: Job, info: cjpegrows_info, pixels: Normalised, orientation: Int)
        -> PixelFormat?
    {
        guard pixels.isAsStored, orientation == 1,
            pixels.image.size == PixelSize(width: Int(info.width), height: Int(info.height))
        else { return nil }
        if info.is_grey != 0 { return .grey }
        guard info.is_ycc != 0 else { return nil }
        return info.is_420 != 0 && job.takesPlanes(of: pixels.image.size) ? .ycc420 : .rgb
    }
}

extension Job {
    /// Whether tiles can be made of a 4:2:0 JPEG's own planes: they are 4:2:0 JPEGs themselves,
    /// values are averaged as stored, and tiles start at even pixels, where chroma lines up.
    func takesPlanes(of size: PixelSize) -> Bool {
        tiles.format == .jpeg && JPEGEncoder.subsamples(quality: tiles.quality) && !linearLight
            && layout.levels(of: size).allSatisfy { $0.tileSide % 2 == 0 }
    }
}
