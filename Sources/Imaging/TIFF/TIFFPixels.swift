import CTIFF
import CTIFFHandle
import CVips
import CVipsShim

/// What the unpacked samples of a TIFF mean, and the pixels that are made of them: colours, and alpha
/// where there is one, not multiplied into them.
struct TIFFPixels {
    let unpacker: SampleUnpacker
    /// Samples of a pixel that is made.
    let bands: Int
    let format: VipsBandFormat
    let interpretation: VipsInterpretation
    /// See `SampleFacts`.
    let fullIntensity: Int?
    private let meaning: Meaning
    private let alpha: Alpha

    private enum Meaning {
        case asStored
        /// Grey whose 0 is white.
        case inverted
        /// Numbers of colours, three bytes each.
        case palette([UInt8])
        /// CIE L\*a\*b\* in whole numbers.
        case lab
        /// Of LogLuv, from 0 to 1, without the white.
        case xyz
    }

    /// It is the last sample.
    private enum Alpha {
        case none
        case apart
        /// The colours are multiplied by it.
        case associated
    }

    /// - Parameter handle: stands at the directory.
    init(_ directory: TIFFDirectory, _ handle: TIFFHandle) throws(ImagingError) {
        let isLogLuv = directory.isLogLuv
        let isFloat = directory.sampleFormat == 3 || isLogLuv
        let colours = directory.colours
        let wanted = Array(0..<colours) + (directory.alpha.map { [$0.place] } ?? [])
        unpacker = SampleUnpacker(
            bits: isLogLuv ? 32 : directory.bitsPerSample,
            stored: directory.isConverted ? 4 : directory.samplesPerPixel, wanted: wanted)
        // A number of a colour cannot be multiplied by anything.
        alpha =
            directory.alpha.map {
                $0.isAssociated && directory.photometric != 3 ? .associated : .apart
            } ?? .none
        var bands = wanted.count
        var format =
            isFloat
            ? VIPS_FORMAT_FLOAT
            : unpacker.width == 1
                ? VIPS_FORMAT_UCHAR
                : unpacker.width == 2 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UINT
        var full = [8, 16, 32].contains(unpacker.bits) ? nil : unpacker.full
        meaning =
            switch directory.photometric {
            case 0: .inverted
            case 3: .palette(try Self.palette(of: handle, count: 1 << directory.bitsPerSample))
            case 8 where !isFloat: .lab
            case 32845: .xyz
            default: .asStored
            }
        switch meaning {
        case .palette:
            bands += 2
            format = VIPS_FORMAT_UCHAR
            full = nil
        case .lab:
            format = VIPS_FORMAT_FLOAT
            // Alpha's.
            full = unpacker.full
        case .asStored, .inverted, .xyz:
            // Few bits hold no quotient.
            if alpha == .associated && unpacker.bits < 8 { full = nil }
        }
        self.bands = bands
        self.format = format
        fullIntensity = full
        interpretation =
            switch directory.photometric {
            case 0, 1, 32844: VIPS_INTERPRETATION_B_W
            case 5: VIPS_INTERPRETATION_CMYK
            case 8: VIPS_INTERPRETATION_LAB
            case 32845: VIPS_INTERPRETATION_XYZ
            case 2 where isFloat: VIPS_INTERPRETATION_scRGB
            default:
                format == VIPS_FORMAT_USHORT ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB
            }
    }

    /// Whether unpacked samples become pixels where they are, instead of wider ones elsewhere.
    var isInPlace: Bool {
        switch meaning {
        case .asStored, .inverted, .xyz: true
        case .palette, .lab: false
        }
    }

    /// Makes pixels of an unpacked row.
    ///
    /// - Parameter out: the row itself where `isInPlace`.
    func finish(_ row: UnsafeMutableRawPointer, count: Int, to out: UnsafeMutableRawPointer) {
        switch meaning {
        case .asStored: break
        case .inverted: invert(row, count)
        case .palette(let colours): look(up: row, in: colours, count, to: out)
        case .lab: makeLab(row, count, to: out)
        case .xyz: scaleXYZ(row, count)
        }
        if alpha == .associated { divide(out, count) }
    }
}
