import Testing
import TilePyramid

@testable import Pipeline

/// The scale that a thumbnail is shrunk from.
@Suite struct ThumbnailScaleTests {
    @Test func tinyThumbnailsStartFromEnoughPixels() throws {
        let plan = [
            (PixelSize(width: 5001, height: 4999), PixelSize(width: 1, height: 1), 8),
            (PixelSize(width: 9000, height: 3), PixelSize(width: 256, height: 1), 0),
        ]
        for (image, thumbnail, most) in plan {
            let halvings = CutSetup.halvings(from: image, to: thumbnail)
            let left = image.halved(times: halvings)
            #expect(halvings <= most && left.width >= 16 && left.height >= min(16, image.height))
        }
    }
}
