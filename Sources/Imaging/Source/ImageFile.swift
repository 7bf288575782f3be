import CVips
import CVipsShim
import Files
import Raster
import TilePyramid

/// A source opened for one job: its header is read, its pixels are still to come.
package final class ImageFile: Sendable {
    /// Size of the full, upright image in pixels.
    package let size: PixelSize
    /// The format in which rows are read.
    package let format: PixelFormat
    /// Bytes of memory that reading holds besides the bands: what the decoder keeps of formats that
    /// are decoded whole, and of an image that must be turned all its pixels, unless they go to a
    /// file.
    package let readingMemory: Int
    /// Whether the format can be decoded at a smaller size.
    package let shrinksOnLoad: Bool
    /// Warnings about the file, which change no pixel.
    package var warnings: [String] { log.warnings }

    private let source: OpenSource
    private let job: Job
    /// What the file said when it was opened; whoever opens it again for its pixels compares.
    private let header: VipsLoad.Header
    private let keepAlpha: Bool
    private let reading: Reading
    private let limits: VipsLoad.Limits
    private let log: SourceLog

    private var formatName: String { header.format.name }
    private var orientation: Int { header.orientation }

    /// How the rows are read.
    private enum Reading {
        /// Straight through libjpeg.
        case jpeg(JPEGRows.Header)
        /// By the format's decoder, whose samples are the tiles' own.
        case direct
        /// Through libvips, from top to bottom.
        case sequential
        /// Through libvips, after all pixels have been decoded to memory or to a file.
        case wholeInMemory
        case wholeInFile
    }

    /// - Parameters:
    ///   - source: everything is read through it, also later on.
    ///   - wholeImageLimit: an image that has to be turned is held in memory up to this
    ///   many bytes, and in a temporary file beyond.
    ///   - threads: how many the decoder may use, where it can use several.
    /// - Throws: `ImagingError`, naming the cause.
    package init(_ source: OpenSource, for job: Job, wholeImageLimit: Int, threads: Int = 1) throws
    {
        let limits = VipsLoad.Limits(wholeImage: wholeImageLimit, threads: threads)
        try VipsRuntime.start()
        let keepAlpha =
            job.tiles.format.facts.keepsTransparency
            || job.thumbnails.contains { $0.encoding.format.facts.keepsTransparency }
        let log = SourceLog(keepsDamaged: false)
        let (opened, logged) = try VipsWarnings.collecting {
            try VipsLoad.open(source, page: job.page, limits: limits, log: log)
        }
        let image = opened.image
        let header = opened.header
        let normalised = try Normalised(
            image, facts: header.facts, keepAlpha: keepAlpha, background: job.background)
        for warning in normalised.warnings { log.warn(warning) }
        try log.take(logged, format: header.format.name)

        self.source = source
        self.job = job
        self.header = header
        self.keepAlpha = keepAlpha
        self.log = log
        self.limits = limits
        size = header.orientation >= 5 ? image.size.turned : image.size
        shrinksOnLoad = header.format.shrink != .none
        // Thumbnails are converted by themselves.
        var decoderMemory = opened.memory + normalised.memory * (job.thumbnails.isEmpty ? 1 : 2)
        if header.format.decoder == .libjpeg {
            let jpeg = try JPEGRows.header(of: source)
            // Thumbnails are decoded beside the rows, from the start again.
            decoderMemory += jpeg.coefficients * (job.thumbnails.isEmpty ? 1 : 2)
            if let direct = JPEGRows.format(
                for: job, header: jpeg, pixels: normalised, orientation: header.orientation)
            {
                format = direct
                readingMemory = decoderMemory
                reading = .jpeg(jpeg)
                return
            }
        } else if !job.thumbnails.isEmpty && header.format.shrink != .none {
            // Decoded beside the rows, at half the size at most.
            decoderMemory += opened.memory / 4
        }
        format = normalised.format
        let whole = image.size.area * format.planes[0].samples
        switch header.orientation {
        case 1 where opened.decoder != nil && normalised.isAsStored:
            reading = .direct
            readingMemory = decoderMemory
        case 1, 2:
            reading = .sequential
            readingMemory = decoderMemory
        default:
            reading = whole <= wholeImageLimit ? .wholeInMemory : .wholeInFile
            readingMemory = decoderMemory + (whole <= wholeImageLimit ? whole : 0)
        }
    }

    /// Starts decoding from the first row.
    ///
    /// - Parameter scratch: a folder for a temporary file, which its owner removes.
    package func rows(scratch: String) throws -> any RowReader {
        if case .jpeg(let header) = reading {
            return try JPEGRows(
                source, as: format, expecting: header, log: log)
        }
        if case .direct = reading {
            let opened = try openHeader(shrink: 1)
            guard let decoder = opened.decoder else { throw ImagingError.changed(formatName) }
            return DirectRows(decoder)
        }
        let (upright, logged) = try VipsWarnings.collecting { try openUpright(scratch: scratch) }
        try log.take(logged, format: formatName)
        guard upright.size == size, upright.bands == format.planes[0].samples,
            upright.format == VIPS_FORMAT_UCHAR
        else {
            throw ImagingError.changed(formatName)
        }
        return VipsRows(upright, formatName: formatName, log: log)
    }

    private func openUpright(scratch: String) throws(ImagingError) -> VipsImageRef {
        let pixels = try openPixels(shrink: 1).image
        switch reading {
        case .jpeg, .direct, .sequential:
            guard orientation == 2 else { return pixels }
            return try pixels.applying { cvips_flip_horizontal($0, $1) }
        case .wholeInMemory:
            return try turned(pixels.inMemory(from: formatName))
        case .wholeInFile:
            let path = scratch + "/pixels.v"
            let code = cvips_save_vips(pixels.pointer, path)
            guard code == 0 else {
                throw VipsErrors.decoding(formatName)
            }
            var out: UnsafeMutablePointer<VipsImage>?
            guard cvips_load_vips(path, &out) == 0, let out else {
                throw ImagingError.library(VipsErrors.take())
            }
            return try turned(VipsImageRef(owning: out))
        }
    }

    /// The pixels as they are stored, in the colours that tiles have, to be read from the top.
    private func openPixels(shrink: Int) throws(ImagingError) -> Normalised {
        try Normalised(
            openHeader(shrink: shrink).image, facts: header.facts, keepAlpha: keepAlpha,
            background: job.background)
    }

    /// The file once more, compared with what it was.
    private func openHeader(shrink: Int) throws(ImagingError) -> VipsLoad.Opened {
        let opened = try VipsLoad.open(
            source, page: job.page, shrink: shrink, limits: limits, log: log)
        guard opened.header == header else { throw ImagingError.changed(formatName) }
        return opened
    }

    /// Pixels that can be read in any order, upright.
    private func turned(_ pixels: VipsImageRef) throws(ImagingError) -> VipsImageRef {
        let orientation = Int32(orientation)
        return try pixels.applying { cvips_orient($0, $1, orientation) }
    }

    /// Decodes at `size` pixels or up to twice that and shrinks to `size`, upright.
    package func shrunk(to size: PixelSize) throws -> Band {
        let stored = orientation >= 5 ? size.turned : size
        let (pixels, logged) = try VipsWarnings.collecting {
            let shrink = Shrinking.factor(
                from: orientation >= 5 ? self.size.turned : self.size, to: stored)
            let pixels = try openPixels(shrink: shrink).image
            let small = try Shrinking.resize(pixels, to: stored).inMemory(from: formatName)
            return try turned(small).inBand()
        }
        try log.take(logged, format: formatName)
        return pixels
    }
}

extension PixelSize {
    /// Width and height swapped.
    var turned: PixelSize { PixelSize(width: height, height: width) }
}
