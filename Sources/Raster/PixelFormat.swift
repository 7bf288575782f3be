/// How the pixels of a band lie in memory. All samples are 8 bit.
package enum PixelFormat: Hashable, Sendable {
    /// One plane, 1 sample a pixel.
    case grey
    /// One plane, 2 samples a pixel: grey, then alpha (not premultiplied).
    case greyAlpha
    /// One plane, 3 samples a pixel: sRGB.
    case rgb
    /// One plane, 4 samples a pixel: sRGB, then alpha (not premultiplied).
    case rgba
    /// Three planes, 1 sample a pixel: JPEG's Y, Cb and Cr, the last two at half the width and
    /// half the height, rounded up.
    case ycc420

    /// The planes, in order.
    package var planes: [PlaneShape] {
        switch self {
        case .grey: [PlaneShape(samples: 1, shift: 0)]
        case .greyAlpha: [PlaneShape(samples: 2, shift: 0)]
        case .rgb: [PlaneShape(samples: 3, shift: 0)]
        case .rgba: [PlaneShape(samples: 4, shift: 0)]
        case .ycc420:
            [
                PlaneShape(samples: 1, shift: 0), PlaneShape(samples: 1, shift: 1),
                PlaneShape(samples: 1, shift: 1),
            ]
        }
    }

    package var hasAlpha: Bool { self == .greyAlpha || self == .rgba }

    /// Rows are handed on in multiples of this, except at the image's bottom: a row of subsampled
    /// chroma stands for two rows of luma.
    package var rowQuantum: Int { self == .ycc420 ? 2 : 1 }
}

/// The shape of one plane of a pixel format.
package struct PlaneShape: Hashable, Sendable {
    /// Samples a pixel of the plane.
    package let samples: Int
    /// The plane is `ceil(width / 2^shift)` pixels wide and `ceil(height / 2^shift)` high.
    package let shift: Int

    /// Length of the plane's side for an image side of `length` pixels.
    package func side(_ length: Int) -> Int { (length + (1 << shift) - 1) >> shift }
}
