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
    /// Rows and columns that can only be decoded together, where that is more than a few.
    var rowsAtOnce = 0
    var columnsAtOnce = 0

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
        case "PPM": try readPNM(file)
        case "TGA": try readTGA(file)
        case "JPEG 2000": try readJPEG2000(file)
        default: break
        }
    }

    // MARK: TIFF

    private mutating func readTIFF(_ file: OpenSource, page: Int) throws(ImagingError) {
        let all = try TIFFDirectory.all(of: file)
        // libvips says what is wrong with a file without a readable directory.
        guard !all.isEmpty else { return }
        let full = all.indices.filter { all[$0].isFullPicture }
        // Where everything calls itself a copy, everything counts.
        let pictures = full.isEmpty ? Array(all.indices) : full
        guard page < pictures.count else {
            throw ImagingError.noSuchPage(page: page, pages: pictures.count)
        }
        pages = pictures.count
        self.page = pictures[page]
        let directory = all[pictures[page]]
        try directory.check()
        rowsAtOnce = directory.rowsAtOnce
        let extra = directory.samplesPerPixel - directory.colours
        guard extra > 0, !directory.extraSamples.isEmpty else { return }
        if let place = directory.extraSamples.prefix(extra).firstIndex(where: { $0 == 1 || $0 == 2 }
        ) {
            alpha = .sample(directory.colours + place)
        } else {
            alpha = .none
        }
    }

    // MARK: PPM, TGA

    private mutating func readPNM(_ file: OpenSource) throws(ImagingError) {
        guard let header = try PortableAnymap(file) else { return }
        try header.check(file)
        if header.kind != 1 && header.kind != 4 { fullIntensity = header.top }
    }

    /// The header says how many bits of a pixel are alpha; ImageMagick makes alpha of others, too.
    private mutating func readTGA(_ file: OpenSource) throws(ImagingError) {
        let head = try file.bytes(at: 0, count: 18)
        if head.count == 18, head[17] & 15 == 0 { alpha = .none }
    }
}

extension TIFFDirectory {
    /// Names what has no defined meaning as pixels, or what libvips reads as something else.
    func check() throws(ImagingError) {
        switch photometric {
        case 0...3, 5, 8, 32844, 32845: break
        case 4: throw .unsupportedPixels("a transparency mask")
        case 6 where compression == 6 || compression == 7: break
        case 6: throw .unsupportedPixels("YCbCr samples outside JPEG compression")
        case 9, 10: throw .unsupportedPixels("ICC or ITU L*a*b* samples; CIE L*a*b* ones are read")
        case 32803, 34892: throw .unsupportedPixels("the raw data of a camera's sensor")
        default: throw .unsupportedPixels("TIFF photometric interpretation \(photometric)")
        }
        if planarConfiguration == 2, samplesPerPixel > 1 {
            // libvips takes the planes of grey pictures for rows of one, and refuses tiles.
            if photometric <= 1 {
                throw .unsupportedPixels("grey TIFF with further samples in planes of their own")
            }
            if tileLength > 0 {
                throw .unsupportedPixels("TIFF with a plane a sample, in tiles; strips are read")
            }
        }
        guard photometric != 32844, photometric != 32845 else { return }
        if sampleFormat.contains(where: { $0 == 5 || $0 == 6 }) {
            throw .unsupportedPixels("complex samples")
        }
        for bits in Set(bitsPerSample) {
            let isFloat = sampleFormat.contains(3)
            switch bits {
            case 1, 2, 4: break
            case 8, 16, 32:
                if isFloat && bits != 32 {
                    throw .unsupportedPixels("\(bits)-bit floating-point samples")
                }
            default:
                throw .unsupportedPixels(
                    "\(bits)-bit \(isFloat ? "floating-point " : "")samples")
            }
        }
        if Set(bitsPerSample).count > 1 {
            throw .unsupportedPixels("samples of different depths")
        }
    }
}
