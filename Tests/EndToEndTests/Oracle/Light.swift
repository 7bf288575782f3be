import CFixtures
import CVips
import Foundation
import Imaging

/// Pixels as numbers that may be averaged: red, green and blue times alpha, and alpha, each from 0
/// to 255 and never rounded. Decoded and converted by libvips alone, with nothing of the program's.
struct Light {
    let width: Int
    let height: Int
    var samples: [Float]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        samples = Array(repeating: 0, count: width * height * 4)
    }

    init(contentsOf url: URL, page: Int = 0) throws {
        // Starts libvips.
        _ = try LibraryVersions.sourceFormats()
        let path = url.path(percentEncoded: false)
        guard let image = cfixtures_pixels(path, Int32(page)), let data = vips_image_get_data(image)
        else { throw Unreadable(path: path, detail: String(cString: vips_error_buffer())) }
        defer { g_object_unref(image) }
        self.init(
            width: Int(vips_image_get_width(image)), height: Int(vips_image_get_height(image)))
        for pixel in 0..<width * height {
            let at = 4 * pixel
            let alpha = data.load(fromByteOffset: at + 3, as: UInt8.self)
            for c in 0..<3 {
                let value = data.load(fromByteOffset: at + c, as: UInt8.self)
                samples[at + c] = Float(value) * Float(alpha) / 255
            }
            samples[at + 3] = Float(alpha)
        }
    }

    struct Unreadable: Error {
        let path: String
        let detail: String
    }

    /// The next smaller level: the mean of the up to 2 x 2 pixels under each.
    var halved: Light {
        var half = Light(width: (width + 1) / 2, height: (height + 1) / 2)
        for y in 0..<half.height {
            let rows = 2 * y..<min(2 * y + 2, height)
            for x in 0..<half.width {
                let columns = 2 * x..<min(2 * x + 2, width)
                for c in 0..<4 {
                    var sum: Float = 0
                    for row in rows {
                        for column in columns { sum += samples[(row * width + column) * 4 + c] }
                    }
                    half.samples[(y * half.width + x) * 4 + c] =
                        sum / Float(rows.count * columns.count)
                }
            }
        }
        return half
    }

    /// On an opaque background.
    func flattened(on background: [Float]) -> Light {
        var flat = self
        for pixel in 0..<width * height {
            let alpha = samples[4 * pixel + 3]
            for c in 0..<3 { flat.samples[4 * pixel + c] += background[c] * (1 - alpha / 255) }
            flat.samples[4 * pixel + 3] = 255
        }
        return flat
    }

    /// Opaque pixels under another curve: sRGB's values to light, and back.
    func mapped(_ curve: (Float) -> Float) -> Light {
        var other = self
        for index in samples.indices where index % 4 != 3 {
            other.samples[index] = curve(samples[index] / 255) * 255
        }
        return other
    }

    mutating func paste(_ tile: Light, x: Int, y: Int) {
        for row in 0..<tile.height {
            let to = ((y + row) * width + x) * 4
            samples.replaceSubrange(
                to..<to + tile.width * 4,
                with: tile.samples[row * tile.width * 4..<(row + 1) * tile.width * 4])
        }
    }
}
