/// How the pixels of a tile or a thumbnail become a file.
package struct Encoding: Hashable, Sendable {
    package let format: ImageFormat
    /// As written in paths: `jpg` and `jpeg` are one format.
    package let fileExtension: String
    /// 1...100; JPEG, WebP and AVIF.
    package let quality: Int
    /// WebP and AVIF.
    package let lossless: Bool
    /// 0...9; PNG.
    package let compression: Int

    package init(
        format: ImageFormat, fileExtension: String, quality: Int, lossless: Bool, compression: Int
    ) {
        self.format = format
        self.fileExtension = fileExtension
        self.quality = quality
        self.lossless = lossless
        self.compression = compression
    }
}

/// A thumbnail: fitted in `box`, never enlarged, upright, beside the descriptor.
package struct ThumbnailSpec: Hashable, Sendable {
    package let name: String
    package let box: PixelSize
    package let encoding: Encoding

    package init(name: String, box: PixelSize, encoding: Encoding) {
        self.name = name
        self.box = box
        self.encoding = encoding
    }

    /// Path in the image's folder.
    package var path: String { "\(name).\(encoding.fileExtension)" }
}

/// A colour in 8-bit sRGB.
package struct RGBColor: Hashable, Sendable, CustomStringConvertible {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let white = RGBColor(red: 255, green: 255, blue: 255)

    /// `#rrggbb`
    package var description: String {
        "#"
            + [red, green, blue].map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
    }
}
