import Testing
import TilePyramid

@Suite struct PixelSizeTests {
    @Test("halving rounds up each time, which is rounding up once")
    func halved() {
        for side in 1...2100 {
            var byOnes = PixelSize(width: side, height: 1)
            for times in 0...12 {
                let atOnce = PixelSize(width: side, height: 1).halved(times: times)
                #expect(atOnce == byOnes)
                #expect(atOnce.width == ceilOfQuotient(side, 1 << times))
                #expect(atOnce.height == 1)
                byOnes = byOnes.halved(times: 1)
            }
        }
        #expect(
            PixelSize(width: 5, height: 8).halved(times: 1) == PixelSize(width: 3, height: 4))
    }

    @Test("what fits stays as it is")
    func neverEnlarged() {
        for size in samplePairs(300, upTo: 300) {
            for box in samplePairs(60, upTo: 300) {
                let fitted = size.fitted(in: box)
                if size.width <= box.width, size.height <= box.height {
                    #expect(fitted == size)
                } else {
                    #expect(fitted.width <= min(size.width, box.width))
                    #expect(fitted.height <= min(size.height, box.height))
                    #expect(fitted.width == box.width || fitted.height == box.height)
                }
            }
        }
    }

    @Test("the ratio is kept to the nearest pixel, halves up, and no side is 0")
    func nearestPixel() {
        for size in samplePairs(400, upTo: 3000) {
            for box in samplePairs(40, upTo: 400)
            where size.width > box.width || size.height > box.height {
                let fitted = size.fitted(in: box)
                // The side that is tighter takes all of the box; in whole numbers.
                let widthLeads = size.width * box.height >= size.height * box.width
                if widthLeads {
                    #expect(fitted.width == box.width)
                    #expect(isNearest(fitted.height, to: size.height * box.width, over: size.width))
                } else {
                    #expect(fitted.height == box.height)
                    #expect(isNearest(fitted.width, to: size.width * box.height, over: size.height))
                }
            }
        }
    }

    @Test(
        "known sizes",
        arguments: [
            (5214, 7300, 512, 512, 366, 512),
            (4225, 7905, 256, 256, 137, 256),
            (11585, 8449, 100, 100, 100, 73),
            (4000, 3000, 100, 100, 100, 75),
            (3000, 4000, 100, 100, 75, 100),
            (4000, 3000, 512, 768, 512, 384),
            (200, 3, 100, 100, 100, 2),  // 1.5 rounds up
            (200, 1, 100, 100, 100, 1),  // 0.5 rounds up
            (65535, 1, 256, 256, 256, 1),
            (1, 65535, 256, 256, 1, 256),
            (1_000_000_000, 1, 1, 1, 1, 1),
            (1, 1_000_000_000, 65535, 65535, 1, 65535),
            (99, 100, 99, 100, 99, 100),
            (1, 1, 65535, 65535, 1, 1),
        ])
    func fitted(
        _ width: Int, _ height: Int, _ boxWidth: Int, _ boxHeight: Int, _ fittedWidth: Int,
        _ fittedHeight: Int
    ) {
        let size = PixelSize(width: width, height: height)
        let box = PixelSize(width: boxWidth, height: boxHeight)
        #expect(size.fitted(in: box) == PixelSize(width: fittedWidth, height: fittedHeight))
    }

    /// Whether `number` is `dividend / divisor` to the nearest whole number, but at least 1:
    /// `number - 1/2 <= dividend / divisor < number + 1/2`.
    private func isNearest(_ number: Int, to dividend: Int, over divisor: Int) -> Bool {
        let under = (2 * number - 1) * divisor <= 2 * dividend
        let over = 2 * dividend < (2 * number + 1) * divisor
        return over && (under || number == 1)
    }
}
