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
    /// The file's profile where libvips does not see it.
    var profile: [UInt8]?
    /// Whether `colour` holds whatever the profile says.
    var outranksProfile = false
    /// Whether colours were multiplied by alpha, and are still.
    var isPremultiplied = false
    /// Whether the picture has no colours, however many samples a pixel has.
    var isMonochrome = false
    /// Whether black and white are coded as 16 and 235 of 255.
    var hasLimitedRange = false
    /// What in the file was not heeded.
    var warnings: [String] = []
    /// The colours are inks.
    var isCMYK = false
    /// Damage that libvips does not see.
    var damage: ImagingError?
    /// The picture's number as libvips counts.
    var page = 0

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
        case "PNG": try readPNG(file)
        case "HEIF": try readHEIF(file)
        default: break
        }
    }
}
