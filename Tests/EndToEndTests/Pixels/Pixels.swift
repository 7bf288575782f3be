import Foundation
import Imaging
import Raster
import TilePyramid

/// Samples of an image in memory, row by row.
struct Pixels: Equatable {
    let width: Int
    let height: Int
    let channels: Int
    var samples: [UInt8]

    init(width: Int, height: Int, channels: Int) {
        self.width = width
        self.height = height
        self.channels = channels
        samples = Array(repeating: 0, count: width * height * channels)
    }

    /// Decodes a file, upright, in sRGB, with its transparency.
    init(contentsOf url: URL) throws {
        let path = url.path(percentEncoded: false)
        let png = Encoding(
            format: .png, fileExtension: "png", quality: 80, lossless: false, compression: 6)
        let job = Job(
            name: "x", source: SourceFile(path: path, manifestPath: path),
            origin: ManifestOrigin(file: "x", line: 1), output: "",
            layouts: [
                TiledLayout(tileSizes: [1], minTileLevel: 1, maxTileLevel: 1, density: .one)
            ],
            tiles: png, thumbnails: [], background: .white, linearLight: false, maxZoomLevel: 1,
            page: 0, maxPixels: 1 << 40, maxTiles: 1 << 40, sha256: nil,
            onDamage: .fail, attribution: nil)
        let file = try ImageFile(job, wholeImageLimit: 1 << 30)
        let rows = try file.rows(scratch: NSTemporaryDirectory())
        let band = Band(
            format: file.format, width: file.size.width,
            capacity: (file.size.height + 3) / 4 * 4)
        try rows.read(file.size.height, into: band)
        self.init(
            width: band.width, height: band.rows, channels: file.format.planes[0].samples)
        let plane = band.plane(0)
        for y in 0..<height {
            for i in 0..<width * channels { samples[y * width * channels + i] = plane.row(y)[i] }
        }
    }

    subscript(x: Int, y: Int) -> [UInt8] {
        let start = (y * width + x) * channels
        return Array(samples[start..<start + channels])
    }

    mutating func paste(_ tile: Pixels, x: Int, y: Int) {
        precondition(tile.channels == channels, "tiles of one level have the same channels")
        for row in 0..<tile.height {
            let from = row * tile.width * channels
            let to = ((y + row) * width + x) * channels
            samples.replaceSubrange(
                to..<to + tile.width * channels,
                with: tile.samples[from..<from + tile.width * channels])
        }
    }

    /// The next smaller level: the mean of up to 2 x 2 pixels, halves up.
    var halved: Pixels {
        var half = Pixels(width: (width + 1) / 2, height: (height + 1) / 2, channels: channels)
        for y in 0..<half.height {
            let rows = (2 * y, min(2 * y + 1, height - 1))
            for x in 0..<half.width {
                let columns = (2 * x, min(2 * x + 1, width - 1))
                for c in 0..<channels {
                    func at(_ x: Int, _ y: Int) -> Int {
                        Int(samples[(y * width + x) * channels + c])
                    }
                    let sum =
                        at(columns.0, rows.0) + at(columns.1, rows.0) + at(columns.0, rows.1)
                        + at(columns.1, rows.1)
                    half.samples[(y * half.width + x) * channels + c] = UInt8((sum + 2) / 4)
                }
            }
        }
        return half
    }

    /// Mean difference of all samples.
    func distance(to other: Pixels) -> Double {
        guard samples.count == other.samples.count, width == other.width else { return .infinity }
        var sum = 0
        for (a, b) in zip(samples, other.samples) { sum += abs(Int(a) - Int(b)) }
        return Double(sum) / Double(samples.count)
    }
}
