import CTIFF

extension TIFFDirectory {
    /// Names what has no defined meaning as pixels, or what libtiff cannot decode.
    ///
    /// - Throws: `ImagingError.unsupportedPixels`, or `.damaged` for what no picture can be.
    func check() throws(ImagingError) {
        guard width > 0, height > 0, samplesPerPixel > 0, bitsPerSample > 0,
            tile.map({ $0.width > 0 && $0.height > 0 }) ?? (rowsPerStrip > 0)
        else { throw .damaged(format: "TIFF", detail: "its header cannot be read") }
        // libvips' own limit.
        guard max(width, height) <= 10_000_000 else {
            throw .unsupportedPixels("an image of \(width) x \(height) pixels")
        }
        try checkColours()
        try checkCompression()
        try checkSamples()
    }

    private func checkColours() throws(ImagingError) {
        guard let photometric else {
            throw .unsupportedPixels(
                "TIFF that does not say what its \(samplesPerPixel) samples a pixel are")
        }
        switch photometric {
        case 0...3, 8: break
        case 4: throw .unsupportedPixels("a transparency mask")
        case 5:
            if inkSet != 1 { throw .unsupportedPixels("inks other than CMYK") }
            if samplesPerPixel < 4 { throw .unsupportedPixels("\(samplesPerPixel) inks") }
        case 6:
            if samplesPerPixel != 3 {
                throw .unsupportedPixels("YCbCr with other than 3 samples a pixel")
            }
        case 9, 10: throw .unsupportedPixels("ICC or ITU L*a*b* samples; CIE L*a*b* ones are read")
        case 32803, 34892: throw .unsupportedPixels("the raw data of a camera's sensor")
        case 32844, 32845:
            guard [34676, 34677].contains(compression) else {
                throw .unsupportedPixels("LogLuv samples outside SGI's compression")
            }
        default: throw .unsupportedPixels("TIFF photometric interpretation \(photometric)")
        }
        if samplesPerPixel < colours {
            throw .unsupportedPixels(
                "TIFF photometric interpretation \(photometric) with \(samplesPerPixel) "
                    + "sample\(samplesPerPixel == 1 ? "" : "s") a pixel")
        }
    }

    private func checkCompression() throws(ImagingError) {
        guard TIFFIsCODECConfigured(UInt16(compression)) != 0 else {
            let name = Self.compressionNames[compression] ?? "compression \(compression)"
            throw .unsupportedPixels("\(name) in TIFF")
        }
        if isJPEG && bitsPerSample != 8 {
            throw .unsupportedPixels("\(bitsPerSample)-bit JPEG in TIFF")
        }
    }

    private static let compressionNames = [
        33003: "JPEG 2000", 33004: "JPEG 2000", 33005: "JPEG 2000", 34712: "JPEG 2000",
        34713: "Nikon's raw compression", 34661: "JBIG", 34887: "LERC", 34892: "lossy JPEG of DNG",
        34925: "LZMA", 34933: "PNG", 34934: "JPEG XR", 22610: "JPEG XR", 50000: "Zstandard",
        50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
    ]

    private func checkSamples() throws(ImagingError) {
        // libtiff makes floating point of them.
        if isLogLuv { return }
        let isFloat = sampleFormat == 3
        switch sampleFormat {
        case 2 where photometric != 8:
            throw .unsupportedPixels("signed samples, whose range the file does not define")
        case 5, 6: throw .unsupportedPixels("complex samples")
        default: break
        }
        switch bitsPerSample {
        case 32: break
        case 1...16 where !isFloat: break
        default:
            throw .unsupportedPixels(
                "\(bitsPerSample)-bit \(isFloat ? "floating-point " : "")samples")
        }
        if photometric == 3 && (isFloat || bitsPerSample > 16) {
            throw .unsupportedPixels("a palette of \(bitsPerSample)-bit samples")
        }
        if photometric == 8 && ![8, 16].contains(bitsPerSample) && !isFloat {
            throw .unsupportedPixels("\(bitsPerSample)-bit L*a*b* samples")
        }
        if isConverted && bitsPerSample != 8 {
            throw .unsupportedPixels("\(bitsPerSample)-bit YCbCr samples")
        }
    }
}
