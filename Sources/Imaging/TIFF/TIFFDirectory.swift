import CTIFF
import CTIFFHandle
import TilePyramid

/// One picture of a TIFF file, as its tags describe it (TIFF 6.0 and its supplements, BigTIFF).
struct TIFFDirectory: Hashable {
    let width: Int
    let height: Int
    /// NewSubfileType: bit 0 a reduced copy of another picture, bit 2 a transparency mask.
    let subfileType: Int
    let bitsPerSample: Int
    let samplesPerPixel: Int
    let compression: Int
    /// PhotometricInterpretation; `nil` where the file does not say what its samples mean, and their
    /// number does not either.
    let photometric: Int?
    /// A plane a sample, instead of a pixel's samples together.
    let isPlanar: Bool
    /// Size of a tile; `nil` in a file of strips.
    let tile: PixelSize?
    let rowsPerStrip: Int
    /// 0 unspecified, 1 associated (premultiplied) alpha, 2 unassociated alpha: also the first of those
    /// that the file does not name, as other readers take it.
    let extraSamples: [Int]
    /// 1 unsigned, 2 signed, 3 floating point, 4 untyped, 5 and 6 complex.
    let sampleFormat: Int
    /// 1 CMYK, 2 others.
    let inkSet: Int
    let orientation: Int
    /// 1 the highest bit of a byte comes first, 2 the lowest.
    let fillOrder: Int

    /// The directory at which a handle stands.
    ///
    /// - Parameter namesExtraSamples: whether the file says what samples beyond the colours are.
    init(_ handle: TIFFHandle, namesExtraSamples: Bool) {
        let tiff = handle.tiff
        func short(_ tag: Int32) -> Int? {
            var value: UInt16 = 0
            return ctiff_short(tiff, UInt32(tag), &value) == 1 ? Int(value) : nil
        }
        func long(_ tag: Int32) -> Int? {
            var value: UInt32 = 0
            return ctiff_long(tiff, UInt32(tag), &value) == 1 ? Int(value) : nil
        }
        width = long(TIFFTAG_IMAGEWIDTH) ?? 0
        height = long(TIFFTAG_IMAGELENGTH) ?? 0
        subfileType = long(TIFFTAG_SUBFILETYPE) ?? 0
        bitsPerSample = short(TIFFTAG_BITSPERSAMPLE) ?? 1
        let samples = short(TIFFTAG_SAMPLESPERPIXEL) ?? 1
        samplesPerPixel = samples
        let compression = short(TIFFTAG_COMPRESSION) ?? 1
        self.compression = compression
        isPlanar = short(TIFFTAG_PLANARCONFIG) == 2 && samples > 1
        tile =
            TIFFIsTiled(tiff) != 0
            ? PixelSize(width: long(TIFFTAG_TILEWIDTH) ?? 0, height: long(TIFFTAG_TILELENGTH) ?? 0)
            : nil
        rowsPerStrip = long(TIFFTAG_ROWSPERSTRIP) ?? Int(UInt32.max)
        let stated = short(TIFFTAG_PHOTOMETRIC)
        // Old fax files say nothing: 0 is white in them.
        photometric =
            stated
            ?? (samples == 1 ? ((2...4).contains(compression) ? 0 : 1) : samples == 3 ? 2 : nil)
        extraSamples =
            stated == nil
            ? [] : namesExtraSamples ? Self.extraSamples(of: tiff) : [Int(EXTRASAMPLE_UNASSALPHA)]
        sampleFormat = short(TIFFTAG_SAMPLEFORMAT) ?? 1
        inkSet = short(TIFFTAG_INKSET) ?? 1
        orientation = short(TIFFTAG_ORIENTATION) ?? 1
        fillOrder = short(TIFFTAG_FILLORDER) ?? 1
    }

    private static func extraSamples(of tiff: OpaquePointer) -> [Int] {
        var count: UInt16 = 0
        var values: UnsafePointer<UInt16>?
        guard ctiff_shorts(tiff, UInt32(TIFFTAG_EXTRASAMPLES), &count, &values) == 1 else {
            return []
        }
        return UnsafeBufferPointer(start: values, count: Int(count)).map(Int.init)
    }

    var size: PixelSize { PixelSize(width: width, height: height) }

    /// A picture of its own, not a smaller copy or a mask of one.
    var isFullPicture: Bool { subfileType & 5 == 0 }

    /// Whether libtiff makes RGB of it, by conversions of its own.
    var isConverted: Bool {
        photometric == Int(PHOTOMETRIC_YCBCR) && !(isJPEG && !isPlanar)
    }

    var isLogLuv: Bool {
        photometric == Int(PHOTOMETRIC_LOGL) || photometric == Int(PHOTOMETRIC_LOGLUV)
    }

    var isJPEG: Bool { compression == Int(COMPRESSION_JPEG) }

    /// Samples a pixel that are colour.
    var colours: Int {
        switch photometric {
        case 0, 1, 3, 32844: 1
        case 5: 4
        default: 3
        }
    }

    /// The place of alpha among a pixel's samples.
    var alpha: (place: Int, isAssociated: Bool)? {
        let extra = samplesPerPixel - colours
        guard extra > 0,
            let index = extraSamples.prefix(extra).firstIndex(where: { $0 == 1 || $0 == 2 })
        else { return nil }
        return (colours + index, extraSamples[index] == 1)
    }
}

extension TIFFDirectory {
    /// How deflated strips and tiles are stored; `nil` of others, and of those whose bits are turned.
    func deflated(_ tiff: OpaquePointer) -> DeflateCheck.Storage? {
        guard [COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE].contains(Int32(compression)),
            fillOrder == 1
        else { return nil }
        var predictor: UInt16 = 1
        guard ctiff_short(tiff, UInt32(TIFFTAG_PREDICTOR), &predictor) == 1 else { return .other }
        let isSwapped = bitsPerSample > 8 && TIFFIsByteSwapped(tiff) != 0
        if predictor == 1 && !isSwapped { return .same }
        guard predictor == 2, bitsPerSample == 8 else { return .other }
        let rowBytes = tile == nil ? TIFFScanlineSize64(tiff) : TIFFTileRowSize64(tiff)
        guard rowBytes > 0, rowBytes < 1 << 40 else { return .other }
        return .differences(step: isPlanar ? 1 : samplesPerPixel, rowBytes: Int(rowBytes))
    }
}
