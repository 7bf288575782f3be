import CVips
import Raster
import TilePyramid

extension JPEGRows {
    /// The format in which libjpeg gives just the pixels that are wanted, or `nil` where libvips
    /// has to convert or turn them.
    ///
    /// - Throws: `ImagingError.damaged` when libjpeg cannot read the header.
    static func format(for job: Job, image: VipsImageRef, isJPEG: Bool) throws(ImagingError)
        -> PixelFormat?
    {
        guard isJPEG, image.orientation == 1, image.format == VIPS_FORMAT_UCHAR,
            image.profile.map(ICCProfile.isSRGB) ?? true
        else { return nil }
        let header = try JPEGRows(job.source.path, warnings: WarningList([]))
        guard header.size == image.size else { return nil }
        if header.info.is_grey != 0 { return .grey }
        guard header.info.is_ycc != 0 else { return nil }
        return header.info.is_420 != 0 && job.takesPlanes(of: image.size) ? .ycc420 : .rgb
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
