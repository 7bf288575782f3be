import Files
import Pipeline
import Raster
import Synchronization
import TilePyramid

/// An image library without images: a source's pixels are a function of their position, and a
/// tile's file is its size and its raw samples.
final class FakeLibrary: ImageLibrary {
    struct Faults: Sendable {
        /// The tile, counted from 1 over the whole run, whose encoding fails.
        var tile: Int?
        /// The row whose reading fails.
        var row: Int?
        /// Opening fails.
        var open = false
        /// Called when a source is opened.
        var onOpen: @Sendable (Job) -> Void = { _ in }
        /// Called before a tile is encoded, with its number.
        var onTile: @Sendable (Int) -> Void = { _ in }
    }

    let fingerprint = "fake 1"
    private let size: PixelSize
    private let format: PixelFormat
    private let faults: Faults
    private let shrinksOnLoad: Bool
    private let tiles = Mutex(0)
    let opened = Mutex<[String]>([])
    /// Files encoded so far.
    var encoded: Int { tiles.withLock { $0 } }

    init(
        _ width: Int, _ height: Int, format: PixelFormat = .rgb, shrinksOnLoad: Bool = false,
        faults: Faults = Faults()
    ) {
        size = PixelSize(width: width, height: height)
        self.format = format
        self.shrinksOnLoad = shrinksOnLoad
        self.faults = faults
    }

    func open(_ source: OpenSource, for job: Job, wholeImageLimit: Int, threads: Int) throws
        -> FakeImage
    {
        faults.onOpen(job)
        opened.withLock { $0.append(job.name) }
        if faults.open { throw FakeFault(text: "no fake image") }
        return FakeImage(
            size: size, format: format, shrinksOnLoad: shrinksOnLoad, failingRow: faults.row)
    }

    func makeEncoder() throws -> FakeEncoder { FakeEncoder(library: self) }

    func resize(_ band: Band, to size: PixelSize) throws -> Band {
        guard band.rows > 0 else { throw FakeFault(text: "no rows to shrink") }
        return FakeImage.blank(band.format, size, value: UInt8(truncatingIfNeeded: band.rows))
    }

    func leaveThread() {}

    fileprivate func nextTile() throws {
        let number = tiles.withLock { count in
            count += 1
            return count
        }
        faults.onTile(number)
        if number == faults.tile { throw FakeFault(text: "tile \(number) is cursed") }
    }
}

struct FakeFault: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
}

struct FakeImage: SourceImage {
    let size: PixelSize
    let format: PixelFormat
    var readingMemory: Int { 0 }
    var warnings: [String] { [] }
    let shrinksOnLoad: Bool
    let failingRow: Int?

    func rows(scratch: String) throws -> any RowReader {
        FakeRows(size: size, failingRow: failingRow)
    }

    func shrunk(to size: PixelSize) throws -> Band {
        Self.blank(.rgb, size, value: 7)
    }

    static func blank(_ format: PixelFormat, _ size: PixelSize, value: UInt8) -> Band {
        let band = Band(format: format, width: size.width, capacity: size.height)
        for row in 0..<size.height {
            let plane = band.plane(0)
            plane.row(row).update(repeating: value, count: size.width * plane.shape.samples)
        }
        band.rows = size.height
        return band
    }

    /// The sample of a plane at a position: distinct for neighbours, and from plane to plane.
    static func sample(plane: Int, x: Int, y: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (x &* 37) ^ (y &* 91) &+ plane &* 53 &+ (x >> 8) &+ (y >> 8))
    }

    /// One plane of the whole image.
    static func plane(_ index: Int, of format: PixelFormat, size: PixelSize) -> [[UInt8]] {
        let shape = format.planes[index]
        return (0..<shape.side(size.height)).map { y in
            (0..<shape.side(size.width) * shape.samples).map { sample(plane: index, x: $0, y: y) }
        }
    }
}

final class FakeRows: RowReader {
    private let size: PixelSize
    private let failingRow: Int?
    private let next = Mutex(0)

    init(size: PixelSize, failingRow: Int?) {
        self.size = size
        self.failingRow = failingRow
    }

    func read(_ count: Int, into band: Band) throws {
        let first = next.withLock { next in
            defer { next += count }
            return next
        }
        if let failingRow, (first..<first + count).contains(failingRow) {
            throw FakeFault(text: "row \(failingRow) is torn")
        }
        precondition(count % 4 == 0 || first + count == size.height, "reads are multiples of 4")
        for index in 0..<band.format.planes.count {
            let plane = band.plane(index)
            let shift = plane.shape.shift
            let from = plane.shape.side(first)
            for row in from..<plane.shape.side(first + count) {
                let target = plane.row((band.rows >> shift) + row - from)
                for x in 0..<plane.width * plane.shape.samples {
                    target[x] = FakeImage.sample(plane: index, x: x, y: row)
                }
            }
        }
        band.rows += count
    }
}

final class FakeEncoder: PixelEncoder {
    private let library: FakeLibrary

    init(library: FakeLibrary) { self.library = library }

    func encode(
        _ pixels: TileView, as encoding: Encoding, background: RGBColor, into output: ByteBuffer
    ) throws {
        try library.nextTile()
        var bytes: [UInt8] = []
        for (index, shape) in pixels.band.format.planes.enumerated() {
            let (base, stride) = pixels.plane(index)
            for y in 0..<shape.side(pixels.height) {
                for x in 0..<shape.side(pixels.width) * shape.samples {
                    bytes.append(base[y * stride + x])
                }
            }
        }
        bytes.withUnsafeBytes { output.assign($0) }
    }
}
