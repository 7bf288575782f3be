import Raster
import TilePyramid

extension JPEGRows {
    /// The format in which libjpeg gives just the pixels that are wanted, or `nil` where libvips
    /// has to convert or turn them.
    ///
    /// - Parameters:
    ///   - header: the file's, as libjpeg reads it.
    ///   - pixels: what libvips would make of the file.
    static func format(for job: Job, header: Header, pixels: Normalised, orientation: Int)
        -> PixelFormat?
    {
        guard pixels.isAsStored, orientation == 1,
            pixels.image.size == header.size
        else { return nil }
        if header.isGrey { return .grey }
        guard header.isYCC else { return nil }
        return header.is420 && job.takesPlanes ? .ycc420 : .rgb
    }
}

extension Job {
    /// Whether tiles can be made of a 4:2:0 JPEG's own planes: they are 4:2:0 JPEGs themselves, and
    /// values are averaged as stored.
    fileprivate var takesPlanes: Bool {
        tiles.format == .jpeg && JPEGEncoder.subsamples(quality: tiles.quality) && !linearLight
    }
}
