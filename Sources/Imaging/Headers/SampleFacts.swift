import Files

/// What a file says of its samples and libvips does not pass on, or passes on untold.
struct SampleFacts: Hashable {
    /// The value of full intensity where it is not the largest of the sample's type.
    var fullIntensity: Int?
    /// Which sample of a pixel is alpha.
    var alpha = Alpha.after
    /// EXIF orientation that libvips does not see.
    var orientation: Int?
    /// What the colours are where no profile says it.
    var colour: CodedColour?
    /// The colours are inks.
    var isCMYK = false
    /// The picture's number as libvips counts.
    var page = 0
    /// Pictures in the file as people count, or `nil` to take libvips' word.
    var pages: Int?
    /// Rows that can only be decoded together, where that is more than a few.
    var rowsAtOnce = 0

    enum Alpha: Hashable {
        /// The first one after the colours, if there is one.
        case after
        /// None: further samples are no alpha.
        case none
        /// This one.
        case sample(Int)
    }
}

extension SampleFacts {
    /// Reads what is to be known of `file` besides what libvips knows.
    ///
    /// - Parameter page: 0-based, as people count.
    /// - Throws: `ImagingError`, by name for pixels that have no defined meaning.
    init(_ file: OpenSource, format: Loader.Format, page: Int) throws(ImagingError) {
        self.page = page
        switch format.name {
        case "TIFF": try readTIFF(file, page: page)
        case "PNG": try readPNG(file)
        case "HEIF": try readHEIF(file)
        default: break
        }
    }
}
