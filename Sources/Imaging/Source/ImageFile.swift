import CVips
import CVipsShim
import Raster
import TilePyramid

/// A source opened for one job: its header is read, its pixels are still to come.
public final class ImageFile: Sendable {
    /// Size of the full, upright image in pixels.
    public let size: PixelSize
    /// The format in which rows are read.
    public let format: PixelFormat
    /// Bytes of memory that reading holds besides the bands: what the decoder keeps of formats that
    /// are decoded whole, and of an image that must be turned all its pixels, unless they go to a
    /// file.
    public let readingMemory: Int
    /// Whether the format can be decoded at a smaller size.
    public let shrinksOnLoad: Bool
    /// Remarks that change no pixel.
    public var warnings: [String] { remarks.all }

    private let job: Job
    private let orientation: Int
    private let formatName: String
    private let keepAlpha: Bool
    private let plan: RowPlan
    private let remarks: WarningList

    /// How the rows are read.
    private enum RowPlan {
        /// Straight through libjpeg.
        case jpeg
        /// Through libvips, from top to bottom.
        case sequential
        /// Through libvips, after all pixels have been decoded to memory or to a file.
        case wholeInMemory
        case wholeInFile
    }

    /// - Parameter wholeImageLimit: an image that has to be turned is held in memory up to this
    ///   many bytes, and in a temporary file beyond.
    /// - Throws: `ImagingError`, naming the cause.
    public init(_ job: Job, wholeImageLimit: Int) throws {
        try VipsRuntime.start()
        let path = job.source.path
        let keepAlpha =
            job.tiles.format.keepsTransparency
            || job.thumbnails.contains { $0.encoding.format.keepsTransparency }
        let (opened, logged) = try VipsWarnings.collecting {
            try VipsLoad.open(path, page: job.page)
        }
        let image = opened.image
        let normalised = try Normalised(
            image, facts: opened.facts, keepAlpha: keepAlpha, background: job.background)
        let remarks = WarningList(normalised.warnings)
        try remarks.add(logged, format: opened.format.name)

        self.job = job
        self.keepAlpha = keepAlpha
        self.remarks = remarks
        formatName = opened.format.name
        let orientation =
            opened.format.turnsItself ? 1 : opened.facts.orientation ?? image.orientation
        self.orientation = orientation
        size = orientation >= 5 ? image.size.turned : image.size
        shrinksOnLoad = opened.format.shrink != .none
        var decoderMemory = 0
        if opened.format.shrink == .powersOfTwo {
            let info = try JPEGRows(path, warnings: WarningList([])).info
            // Thumbnails are decoded beside the rows, from the start again.
            decoderMemory = Int(info.coefficients) * (job.thumbnails.isEmpty ? 1 : 2)
            if let direct = JPEGRows.format(
                for: job, info: info, pixels: normalised, orientation: orientation)
            {
                format = direct
                readingMemory = decoderMemory
                plan = .jpeg
                return
            }
        } else {
            decoderMemory = DecoderMemory.bytes(opened.format, image, facts: opened.facts)
        }
        format = normalised.format
        let whole = image.size.area * format.planes[0].samples
        switch orientation {
        case 1, 2:
            plan = .sequential
            readingMemory = decoderMemory
        default:
            plan = whole <= wholeImageLimit ? .wholeInMemory : .wholeInFile
            readingMemory = decoderMemory + (whole <= wholeImageLimit ? whole : 0)
        }
    }

    /// Starts decoding from the first row.
    ///
    /// - Parameter scratch: a folder for a temporary file, which its owner removes.
    public func openRows(scratch: String) throws -> ImageRows {
        if plan == .jpeg {
            let rows = try JPEGRows(job.source.path, warnings: remarks)
            try rows.start(format)
            return ImageRows(.jpeg(rows))
        }
        let (upright, logged) = try VipsWarnings.collecting { try openUpright(scratch: scratch) }
        try remarks.add(logged, format: formatName)
        return ImageRows(.vips(VipsRows(upright, formatName: formatName, warnings: remarks)))
    }

    private func openUpright(scratch: String) throws(ImagingError) -> VipsImageRef {
        let pixels = try openPixels(shrink: 1).image
        switch plan {
        case .jpeg, .sequential:
            guard orientation == 2 else { return pixels }
            return try pixels.applying { cvips_flip_horizontal($0, $1) }
        case .wholeInMemory:
            return try turned(
                decoding { () throws(ImagingError) in try pixels.inMemory(from: formatName) })
        case .wholeInFile:
            let path = scratch + "/pixels.v"
            let code = cvips_save_vips(pixels.pointer, path)
            guard code == 0 else {
                throw ImagingError.decoding(formatName, VipsErrors.take(about: formatName))
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
        let opened = try VipsLoad.open(job.source.path, page: job.page)
        let image =
            opened.format.shrink == .powersOfTwo
            ? try VipsLoad.jpeg(job.source.path, header: opened.image, shrink: shrink)
            : opened.image
        return try Normalised(
            image, facts: opened.facts, keepAlpha: keepAlpha, background: job.background)
    }

    /// Pixels that can be read in any order, upright.
    private func turned(_ pixels: VipsImageRef) throws(ImagingError) -> VipsImageRef {
        let orientation = Int32(orientation)
        return try pixels.applying { cvips_orient($0, $1, orientation) }
    }

    /// Decodes at `size` pixels or up to twice that and shrinks to `size`, upright.
    public func shrunk(to size: PixelSize) throws -> Band {
        let stored = orientation >= 5 ? size.turned : size
        let (pixels, logged) = try VipsWarnings.collecting {
            let shrink = Shrinking.factor(
                from: orientation >= 5 ? self.size.turned : self.size, to: stored)
            let pixels = try openPixels(shrink: shrink).image
            let small = try decoding { () throws(ImagingError) in
                try Shrinking.resize(pixels, to: stored).inMemory(from: formatName)
            }
            return try turned(small).inBand()
        }
        try remarks.add(logged, format: formatName)
        return pixels
    }

    /// Evaluates pixels: what goes wrong there is the file's fault.
    private func decoding(_ body: () throws(ImagingError) -> VipsImageRef) throws(ImagingError)
        -> VipsImageRef
    {
        do {
            return try body()
        } catch .library(let detail) {
            throw .decoding(formatName, detail)
        }
    }
}

extension PixelSize {
    /// Width and height swapped.
    var turned: PixelSize { PixelSize(width: height, height: width) }
}
