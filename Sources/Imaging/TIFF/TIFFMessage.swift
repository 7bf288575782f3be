/// What libtiff's messages mean: it has no codes.
enum TIFFMessage {
    /// The error behind a call that failed.
    ///
    /// - Parameter isAtEnd: whether it asked for more than the file has.
    static func failure(_ text: String, isAtEnd: Bool) -> ImagingError {
        if text.contains("different values per") {
            return .unsupportedPixels(
                "samples of different \(text.contains("BitsPerSample") ? "depths" : "kinds")")
        }
        if text.contains("Invalid td_samplesperpixel value") {
            return .unsupportedPixels("YCbCr with other than 3 samples a pixel")
        }
        // A limit of libtiff's own, for progressive files in one strip.
        if text.contains("would require libjpeg to allocate") {
            return .unsupportedPixels("a progressive JPEG of this size in TIFF")
        }
        if isAtEnd { return .damaged(format: "TIFF", detail: "premature end of file") }
        return .decoding("TIFF", text)
    }

    /// Whether a warning says that the decoder filled in what it could not decode.
    static func meansMadeUpPixels(_ text: String) -> Bool {
        if let stray = strayBytes(text) { return stray > 64 }
        return madeUp.contains { text.contains($0) }
    }

    /// libjpeg's and the fax decoder's words, mostly.
    private static let madeUp = [
        "Premature end of JPEG", "premature end of data segment", "bad Huffman code",
        "bad arithmetic code", "found marker", "Inconsistent progression", "Invalid SOS parameters",
        "Premature EOF", "Premature EOL", "Line length mismatch", "Improper JPEG",
        "exceeds expected dimensions", "ractional scanline", "lack of data", "Bad code word",
    ]

    /// Bytes that a JPEG scan left over: many mean that its decoder lost its way in it.
    private static func strayBytes(_ text: String) -> Int? {
        guard text.contains("extraneous bytes before marker") else { return nil }
        return text.split(separator: " ").lazy.compactMap { Int($0) }.first
    }

    /// Tags and forms that are odd, and pixels that are right.
    static func isHarmless(_ text: String) -> Bool {
        if strayBytes(text) != nil { return true }
        return harmless.contains { text.contains($0) }
    }

    private static let harmless = [
        "Old-style LZW codes", "progressive mode", "Auto-corrected former TIFF subsampling",
        "without EOL at line", "old-style JPEG compression mode",
    ]

    /// Whether what was said of a directory is about tags that shape pixels, not about metadata.
    static func isAboutPixels(_ text: String) -> Bool {
        shaping.contains { text.contains("\"\($0)\"") }
    }

    /// As libtiff names them, beside those without which it reads no directory.
    private static let shaping = [
        "StripByteCounts", "TileByteCounts", "ICC Profile", "Orientation", "PlanarConfiguration",
        "PhotometricInterpretation", "ColorMap", "ExtraSamples", "SampleFormat", "FillOrder",
        "Predictor", "YCbCrCoefficients", "YCbCrSubsampling", "YCbCrPositioning",
        "ReferenceBlackWhite", "InkSet", "JPEGTables",
    ]

    /// libtiff's words for samples beyond the colours that no tag accounts for.
    static func saysExtraSamplesAreMissing(_ text: String) -> Bool {
        text.contains("ExtraSamples doesn't match SamplesPerPixel")
    }
}
