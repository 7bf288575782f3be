import Foundation
import Imaging
import Raster
import TilePyramid

/// Pixels in memory, to make files of and to compare with what files hold.
package struct Picture: Equatable {
    package let format: PixelFormat
    package let width: Int
    package let height: Int
    /// Interleaved samples, row by row.
    package var samples: [UInt8]

    package var channels: Int { format.planes[0].samples }

    package init(
        _ format: PixelFormat, _ width: Int, _ height: Int,
        _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> UInt8
    ) {
        self.format = format
        self.width = width
        self.height = height
        samples = (0..<height).flatMap { y in
            (0..<width).flatMap { x in
                (0..<format.planes[0].samples).map { c in sample(x, y, c) }
            }
        }
    }

    /// Colours that drift slowly, as JPEG likes them, and tell every corner apart.
    package static func smooth(_ format: PixelFormat = .rgb, _ width: Int, _ height: Int) -> Picture
    {
        Picture(format, width, height) { x, y, c in
            let u = Double(x) / Double(max(width - 1, 1))
            let v = Double(y) / Double(max(height - 1, 1))
            return UInt8([40 + 180 * u, 30 + 200 * v, 220 - 90 * u - 90 * v, 255][c])
        }
    }

    package init(_ band: Band) {
        self.init(band.format, band.width, band.rows) { x, y, c in
            band.plane(0).row(y)[x * band.format.planes[0].samples + c]
        }
    }

    package subscript(x: Int, y: Int) -> [UInt8] {
        let start = (y * width + x) * channels
        return Array(samples[start..<start + channels])
    }

    package var band: Band {
        let band = Band(format: format, width: width, capacity: height)
        for y in 0..<height {
            for i in 0..<width * channels {
                band.plane(0).row(y)[i] = samples[y * width * channels + i]
            }
        }
        band.rows = height
        return band
    }

    /// The picture that is stored when `self` is what is seen under an EXIF orientation.
    package func stored(orientation: Int) -> Picture {
        let turned = orientation >= 5
        return Picture(format, turned ? height : width, turned ? width : height) { x, y, c in
            // Where the stored pixel is seen (EXIF 2.32, section 4.6.4, tag 274).
            let (seenX, seenY) =
                switch orientation {
                case 2: (width - 1 - x, y)
                case 3: (width - 1 - x, height - 1 - y)
                case 4: (x, height - 1 - y)
                case 5: (y, x)
                case 6: (width - 1 - y, x)
                case 7: (width - 1 - y, height - 1 - x)
                case 8: (y, height - 1 - x)
                default: (x, y)
                }
            return self[seenX, seenY][c]
        }
    }

    /// What is seen of `self` as stored under an EXIF orientation.
    package func seen(orientation: Int) -> Picture {
        // Quarter turns undo each other; the others undo themselves.
        stored(orientation: [6: 8, 8: 6][orientation, default: orientation])
    }

    /// Mean difference of all samples.
    package func distance(to other: Picture) -> Double {
        guard width == other.width, height == other.height, channels == other.channels else {
            return .infinity
        }
        let sum = zip(samples, other.samples).map { abs(Int($0) - Int($1)) }.reduce(0, +)
        return Double(sum) / Double(samples.count)
    }

    package func largestDistance(to other: Picture) -> Int {
        zip(samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    package func encoded(_ ext: String, quality: Int = 90, lossless: Bool = false) throws -> Data {
        let output = ByteBuffer()
        try ImageEncoder().encode(
            TileView(band), as: .of(ext, quality: quality, lossless: lossless),
            background: .white, into: output)
        return Data(output.bytes)
    }
}

extension Encoding {
    package static func of(_ ext: String, quality: Int = 80, lossless: Bool = false) -> Encoding {
        Encoding(
            format: ImageFormat(fileExtension: ext) ?? .png, fileExtension: ext,
            quality: quality, lossless: lossless, compression: 6)
    }
}
