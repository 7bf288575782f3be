import Raster
import Testing

@Suite struct BandTests {
    @Test func appendingCopiesEveryPlane() {
        var random = SplitMix(seed: 3)
        for format in [PixelFormat.grey, .greyAlpha, .rgb, .rgba, .ycc420] {
            for width in [1, 2, 5, 16, 17] {
                let source = Band.random(format, width: width, height: 11, using: &random)
                let copy = Band(format: format, width: width, capacity: 12)
                copy.append(0..<4, of: source)
                copy.append(4..<6, of: source)
                copy.append(6..<11, of: source)
                #expect(copy.rows == 11)
                for plane in 0..<format.planes.count {
                    #expect(copy.samples(plane: plane) == source.samples(plane: plane))
                }
            }
        }
    }

    @Test func byteCountIsWhatIsAllocated() {
        let band = Band(format: .ycc420, width: 101, capacity: 12)
        #expect(
            band.byteCount == Band.byteCount(format: .ycc420, width: 101, capacity: 12))
        #expect(band.byteCount >= 101 * 12 * 3 / 2)
    }

    @Test func viewsPointIntoTheirPlanes() {
        var random = SplitMix(seed: 4)
        let band = Band.random(.ycc420, width: 21, height: 12, using: &random)
        let view = TileView(band: band, x: 4, y: 6, width: 7, height: 5)
        let luma = view.plane(0)
        let chroma = view.plane(2)
        #expect(luma.base[luma.stride + 1] == band.samples(plane: 0)[7][5])
        #expect(chroma.base[chroma.stride + 1] == band.samples(plane: 2)[4][3])
    }

    @Test func flatteningWeighsByAlpha() {
        let band = Band(format: .rgba, width: 3, capacity: 4)
        band.fill { x, _, c in c == 3 ? [0, 128, 255][x] : [200, 100, 50][c] }
        let flat = TileView(band).flattened(onRed: 10, green: 20, blue: 30)
        #expect(flat.format == .rgb)
        // 200 * 128/255 + 10 * 127/255 = 105.4; 60.2; 40.0
        #expect(flat.samples(plane: 0)[0] == [10, 20, 30, 105, 60, 40, 200, 100, 50])
    }

    @Test func greyStaysGreyOnGrey() {
        let band = Band(format: .greyAlpha, width: 2, capacity: 4)
        band.fill { x, _, c in c == 1 ? [0, 255][x] : 77 }
        let grey = TileView(band).flattened(onRed: 255, green: 255, blue: 255)
        #expect(grey.format == .grey)
        #expect(grey.samples(plane: 0)[0] == [255, 77])
        let coloured = TileView(band).flattened(onRed: 1, green: 2, blue: 3)
        #expect(coloured.format == .rgb)
        #expect(coloured.samples(plane: 0)[0] == [1, 2, 3, 77, 77, 77])
    }

    @Test func buffersGrowAndKeepTheirCount() {
        let buffer = ByteBuffer(capacity: 4)
        buffer.assign(UnsafeRawBufferPointer(start: nil, count: 0))
        #expect(buffer.count == 0)
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        bytes.withUnsafeBytes { buffer.assign($0) }
        #expect(buffer.count == 1000 && Array(buffer.bytes) == bytes)
    }
}
