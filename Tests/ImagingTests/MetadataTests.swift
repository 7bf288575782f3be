import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Nothing of a source but its pixels reaches tiles or thumbnails: where a picture was taken least.
@Suite struct MetadataTests {
    private static let secret = "Hidden Valley 47.3769 N"
    /// How the parts of files that hold metadata begin, in all four formats.
    private static let marks = [
        secret, "Exif", "http://ns.adobe.com", "ICC_PROFILE", "acsp", "Photoshop", "EXIF", "XMP ",
        "ICCP", "eXIf", "iCCP", "tEXt", "zTXt", "iTXt", "tIME", "mime", "colrprof", "colrrICC",
    ]

    /// A source of each kind with all the metadata that it can have.
    private static func sources() throws -> [Data] {
        let picture = Picture.smooth(.rgb, 96, 64)
        let exif = Array("Exif\0\0".utf8) + Data.exif(orientation: 1) + Array(secret.utf8)
        var fixture = VipsFixture(picture)
        fixture.profile = ProfileFixture.adobeRGB.bytes
        fixture.metadata = [
            ("exif-data", exif), ("xmp-data", Array("<x:xmpmeta>\(secret)".utf8)),
            ("iptc-data", Array(secret.utf8)),
        ]
        let jpeg = try VipsFixture(picture).encoded("jpg[Q=80]")
            .withSegment(0xfe, Array(secret.utf8))
            .withSegment(0xed, Array("Photoshop 3.0\0\(secret)".utf8))
            .withSegment(0xe1, exif)
        let png = PNGFixture(
            96, 64, chunks: [("tEXt", Array("Location\0\(secret)".utf8)), ("eXIf", exif)]
        ) { x, y, c in Int(picture[x, y][c]) }
        return try [jpeg, png.data]
            + ["tif", "webp", "avif", "jpg"].map { try fixture.encoded($0) }
    }

    @Test(arguments: ["jpg", "png", "webp", "avif"])
    func nothingButPixelsIsWritten(ext: String) throws {
        let folder = try TemporaryFolder()
        for data in try Self.sources() {
            #expect(data.range(of: Data(Self.secret.utf8)) != nil, "the fixture has a secret")
            for quality in [80, 95] {
                let encoding = Encoding.of(ext, quality: quality)
                let file = try ImageFile(
                    folder.job(data, tiles: encoding), wholeImageLimit: 1 << 30)
                var outputs = [try folder.rows(of: file)]
                outputs.append(try file.shrunk(to: PixelSize(width: 48, height: 32)))
                for pixels in outputs {
                    let output = ByteBuffer()
                    try ImageEncoder().encode(
                        TileView(pixels), as: encoding, background: .white, into: output)
                    let bytes = Data(output.bytes)
                    for mark in Self.marks {
                        #expect(bytes.range(of: Data(mark.utf8)) == nil, "\(ext): \(mark)")
                    }
                }
            }
        }
    }
}
