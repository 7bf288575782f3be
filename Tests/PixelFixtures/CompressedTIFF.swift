import CFixtures
import Foundation

/// A TIFF file that libtiff writes, in any compression, strips or tiles.
package struct CompressedTIFF {
    package enum Compression: Int32, CaseIterable, Sendable {
        case none = 1
        case rle = 2
        case fax3 = 3
        case fax4 = 4
        case lzw = 5
        case jpeg = 7
        case deflate = 8
        case packBits = 32773
        case lzma = 34925
        case zstd = 50000
        case webp = 50001
        case lerc = 34887

        /// Black and white only.
        package var isBilevel: Bool { [.rle, .fax3, .fax4].contains(self) }
    }

    package var how = cfixtures_tiff()
    private let sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int

    /// - Parameter sample: of one pixel, each `bits` wide, from 0 up.
    package init(
        _ width: Int, _ height: Int, samples: Int, bits: Int = 8, photometric: Int,
        _ compression: Compression, sample: @escaping (Int, Int, Int) -> Int
    ) {
        how.width = Int32(width)
        how.height = Int32(height)
        how.samples = Int32(samples)
        how.bits = Int32(bits)
        how.photometric = Int32(photometric)
        how.compression = compression.rawValue
        how.rows_per_strip = 16
        self.sample = sample
    }

    /// - Returns: `nil` where this libtiff lacks the compression.
    package func encoded() throws -> Data? {
        let tiled = how.tile_width > 0
        let (width, height) = (Int(how.width), Int(how.height))
        let wide = tiled ? Int(how.tile_width) : width
        let high = tiled ? Int(how.tile_height) : Int(how.rows_per_strip)
        let planes = how.planar != 0 ? Int(how.samples) : 1
        var bytes: [UInt8] = []
        for plane in 0..<planes {
            for top in stride(from: 0, to: height, by: high) {
                for left in stride(from: 0, to: width, by: wide) {
                    let part = TIFFFixture(
                        wide, high, samples: planes == 1 ? Int(how.samples) : 1,
                        bits: Int(how.bits), photometric: 1
                    ) { x, y, c in
                        sample(min(left + x, width - 1), min(top + y, height - 1), plane + c)
                    }
                    bytes += part.pixels
                }
            }
        }
        let parts = planes * ((height + high - 1) / high) * ((width + wide - 1) / wide)
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("fixture.tif").path
        guard cfixtures_write_tiff(path, how, bytes, bytes.count / parts) == 0 else { return nil }
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }
}

/// The strips or tiles of a TIFF file in this machine's byte order, to spoil some.
package struct StripsOfTIFF {
    /// Where the counts of their bytes stand, and how wide they are.
    private let counts: (place: Int, width: Int)
    /// Where they are.
    package private(set) var places: [Range<Int>] = []

    package init(_ data: Data) {
        func number(_ place: Int, _ width: Int) -> Int {
            data[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func values(_ entry: Int) -> (place: Int, width: Int, count: Int) {
            let width = number(entry + 2, 2) == 3 ? 2 : 4
            let count = number(entry + 4, 4)
            return (count * width <= 4 ? entry + 8 : number(entry + 8, 4), width, count)
        }
        let directory = number(4, 4)
        var offsets = (place: 0, width: 0, count: 0)
        var lengths = offsets
        for index in 0..<number(directory, 2) {
            let entry = directory + 2 + 12 * index
            switch number(entry, 2) {
            case 273, 324: offsets = values(entry)
            case 279, 325: lengths = values(entry)
            default: break
            }
        }
        counts = (lengths.place, lengths.width)
        for index in 0..<offsets.count {
            let start = number(offsets.place + index * offsets.width, offsets.width)
            let length = number(lengths.place + index * lengths.width, lengths.width)
            places.append(start..<start + length)
        }
    }

    /// Says in `data` that a strip has another number of bytes.
    package func setCount(_ count: Int, of strip: Int, in data: inout Data) {
        let place = counts.place + strip * counts.width
        data.replaceSubrange(
            place..<place + counts.width, with: Bytes.little(count, size: counts.width))
    }
}
