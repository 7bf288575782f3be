import Foundation
import Imaging
import PixelFixtures
import Raster
import Testing
import TilePyramid

/// Thumbnails of large files: every factor of shrinking on load, and what is left to the filter.
@Suite struct ThumbnailTests {
    @Test(arguments: [
        PixelSize(width: 8256, height: 5504), PixelSize(width: 3000, height: 12000),
        PixelSize(width: 500, height: 20000), PixelSize(width: 9000, height: 300),
    ])
    func largeJPEGsShrinkToAnySize(size: PixelSize) throws {
        let folder = try TemporaryFolder()
        let band = Band(format: .grey, width: size.width, capacity: size.height)
        for y in 0..<size.height {
            // Dark at the top, bright at the bottom.
            band.plane(0).row(y).update(repeating: UInt8(y * 255 / size.height), count: size.width)
        }
        band.rows = size.height
        let output = ByteBuffer()
        try ImageEncoder().encode(
            TileView(band), as: .of("jpg", quality: 60), background: .white, into: output)
        for orientation in [1, 6] {
            let data = Data(output.bytes).withEXIF(orientation: orientation)
            let file = try ImageFile(try folder.job(data), wholeImageLimit: 1 << 30)
            for box in [1, 5, 10, 32, 100, 160, 200, 256, 300, 320, 512, 1000] {
                let wanted = file.size.fitted(in: PixelSize(width: box, height: box))
                let small = Picture(try file.shrunk(to: wanted))
                #expect((small.width, small.height) == (wanted.width, wanted.height))
                let first = orientation == 1 ? small[0, 0] : small[small.width - 1, 0]
                let last = orientation == 1 ? small[0, small.height - 1] : small[0, 0]
                if box >= 32, wanted.width > 8, wanted.height > 8 {
                    #expect(first[0] < 30 && last[0] > 225, "box \(box)")
                }
            }
        }
    }
}
