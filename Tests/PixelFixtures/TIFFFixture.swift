import Foundation

/// A TIFF file written by hand: uncompressed, with whatever tags a test wants (TIFF 6.0).
package struct TIFFFixture {
    package var width = 0
    package var height = 0
    /// Rows as they are stored, without gaps, in the file's byte order.
    package var pixels: [UInt8] = []
    /// Values by tag; longer than 16 bit where a tag needs it.
    package var tags: [Int: [Int]] = [:]
    package var profile: [UInt8]?
    /// Parts of the pixels that stand apart in the file, instead of `pixels`; one without bytes is left
    /// out of the file.
    package var strips: [[UInt8]] = []

    package static let bits = 258
    package static let compression = 259
    package static let photometric = 262
    package static let fillOrder = 266
    package static let orientation = 274
    package static let samples = 277
    package static let planar = 284
    package static let palette = 320
    package static let subdirectories = 330
    package static let inkSet = 332
    package static let extra = 338
    package static let format = 339
    package static let subfile = 254
    package static let subsampling = 530

    /// - Parameter samples: of one pixel, each `bits` wide, from 0 up.
    package init(
        _ width: Int, _ height: Int, samples: Int, bits: Int, photometric: Int,
        isLittleEndian: Bool = true, _ value: (_ x: Int, _ y: Int, _ channel: Int) -> Int
    ) {
        self.width = width
        self.height = height
        for y in 0..<height {
            var row = Bytes(isLittleEndian: isLittleEndian)
            if bits % 8 == 0 {
                for x in 0..<width {
                    for c in 0..<samples { row.append(value(x, y, c), size: bits / 8) }
                }
            } else {
                row.append(
                    Self.packed(
                        (0..<width * samples).map { value($0 / samples, y, $0 % samples) },
                        bits: bits))
            }
            pixels += row.data
        }
        tags = [
            Self.bits: Array(repeating: bits, count: samples), Self.compression: [1],
            Self.photometric: [photometric], Self.samples: [samples],
        ]
        self.isLittleEndian = isLittleEndian
    }

    /// Samples of one row, the highest bit first.
    private static func packed(_ samples: [Int], bits: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var waiting = 0
        var count = 0
        for sample in samples {
            waiting = waiting << bits | sample
            count += bits
            while count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: waiting >> count))
            }
            waiting &= 1 << count - 1
        }
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: waiting << (8 - count))) }
        return bytes
    }

    package var isLittleEndian = true

    package var data: Data { Self.file([self]) }

    /// A file with several pictures, one after the other.
    package static func file(_ pictures: [TIFFFixture], isBig: Bool = false) -> Data {
        let isLittleEndian = pictures[0].isLittleEndian
        var file = Bytes(isLittleEndian: isLittleEndian)
        let wide = isBig ? 8 : 4
        file.append(isLittleEndian ? "II" : "MM")
        file.append(isBig ? 43 : 42, size: 2)
        if isBig { file.append(8, size: 2) }
        if isBig { file.append(0, size: 2) }
        file.append(file.data.count + wide, size: wide)
        for (index, picture) in pictures.enumerated() {
            let entries = picture.entries
            let length =
                (isBig ? 8 : 2) + entries.count * (isBig ? 20 : 12) + wide
            var place = file.data.count + length
            var behind = Bytes(isLittleEndian: isLittleEndian)
            func moved(_ bytes: [UInt8]) -> Int {
                defer { place += bytes.count + bytes.count % 2 }
                behind.append(bytes + (bytes.count % 2 == 1 ? [0] : []))
                return place
            }
            let parts = picture.parts
            let places = parts.map { $0.isEmpty ? 0 : moved($0) }
            file.append(entries.count, size: isBig ? 8 : 2)
            for (tag, values) in entries {
                file.append(tag, size: 2)
                if tag == 34675, let profile = picture.profile {
                    file.append(7, size: 2)
                    file.append(profile.count, size: wide)
                    file.append(moved(profile), size: wide)
                    continue
                }
                file.append(4, size: 2)
                file.append(values.count, size: wide)
                var bytes = Bytes(isLittleEndian: isLittleEndian)
                for value in tag == 273 && picture.tags[273] == nil ? places : values {
                    bytes.append(value, size: 4)
                }
                if bytes.data.count > wide {
                    file.append(moved(bytes.data), size: wide)
                } else {
                    bytes.append(Array(repeating: 0, count: wide - bytes.data.count))
                    file.append(bytes.data)
                }
            }
            file.append(index + 1 < pictures.count ? place : 0, size: wide)
            file.append(behind.data)
        }
        return Data(file.data)
    }

    /// A plane a sample, instead of a pixel's samples together (of whole bytes).
    package func planar() -> TIFFFixture {
        var planar = self
        let samples = tags[Self.samples]?.first ?? 1
        let bytes = (tags[Self.bits]?.first ?? 8) / 8
        planar.strips = (0..<samples).map { sample in
            (0..<width * height).flatMap { pixel in
                let start = (pixel * samples + sample) * bytes
                return pixels[start..<start + bytes]
            }
        }
        planar.tags[Self.planar] = [2]
        return planar
    }

    private var parts: [[UInt8]] { strips.isEmpty ? [pixels] : strips }

    private var entries: [(tag: Int, values: [Int])] {
        var all = tags
        all[256] = [width]
        all[257] = [height]
        // What a test has set stays.
        all[273] = tags[273] ?? parts.map { _ in 0 }
        all[278] = tags[278] ?? [height]
        all[279] = tags[279] ?? parts.map(\.count)
        if profile != nil { all[34675] = [0] }
        return all.sorted { $0.key < $1.key }.map { (tag: $0.key, values: $0.value) }
    }
}
