import Dispatch
import Files
import Synchronization

/// Decodes a codestream from top to bottom in blocks of rows: rows of tiles, or where it is one tile
/// all of it, or strips of it.
final class JPEG2000Blocks {
    struct Plan {
        /// The reference grid's rows of each block.
        let blocks: [Range<Int>]
        let isByTile: Bool

        /// - Parameter wholeLimit: bytes up to which one tile is decoded all at once. Strips of it take
        ///   about a third longer.
        init(_ header: CodestreamHeader, halvings: Int, wholeLimit: Int) {
            isByTile = !header.isOneTile
            guard header.isOneTile else {
                blocks = (0..<header.tileRows).map { header.rows(ofTile: $0) }
                return
            }
            let rowBytes = header.area.x.count * header.components.count * 4 >> (2 * halvings)
            let rows = header.area.y
            guard rowBytes * rows.count > wholeLimit else {
                blocks = [rows]
                return
            }
            // Strips start where blocks of coefficients and samples of every component do.
            let unit =
                header.components.map(\.stepY).reduce(64, Self.leastCommonMultiple) << halvings
            let height = max(unit, Self.stripBytes / max(1, rowBytes) / unit * unit)
            var strips: [Range<Int>] = []
            var top = rows.lowerBound
            while top < rows.upperBound {
                let bottom = min((top / height + 1) * height, rows.upperBound)
                strips.append(top..<bottom)
                top = bottom
            }
            blocks = strips
        }

        private static let stripBytes = 64 << 20

        private static func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
            var (x, y) = (a, b)
            while y > 0 { (x, y) = (y, x % y) }
            return a / x * b
        }
    }

    private let source: OpenSource
    private let codestream: Range<Int>
    private let plan: Plan
    private let log: SourceLog
    private let options: OpenJPEGCodec.Options
    private let header: CodestreamHeader
    /// Of the components that are wanted.
    private let wanted: [Int]
    private var stores: [PlaneStore] = []
    /// One a thread, made when it is first needed.
    private var codecs: [OpenJPEGCodec]

    /// - Parameters:
    ///   - codec: the first, whose header has been read.
    ///   - wanted: components, each once.
    init(
        _ source: OpenSource, codestream: Range<Int>, codec: OpenJPEGCodec,
        options: OpenJPEGCodec.Options, threads: Int, plan: Plan, wanted: [Int], log: SourceLog
    ) throws(ImagingError) {
        self.source = source
        self.codestream = codestream
        self.plan = plan
        self.options = options
        self.wanted = wanted
        self.log = log
        header = codec.header
        codecs = [codec]
        guard plan.isByTile else { return }
        let tallest = plan.blocks.map(\.count).max() ?? 0
        for index in wanted {
            let component = header.components[index]
            stores.append(
                PlaneStore(
                    columns: JPEG2000Geometry.places(
                        header.area.x, step: component.stepX, options.halvings),
                    capacity: tallest.dividedUp(by: component.stepY).halved(times: options.halvings)
                        + 1))
        }
        for _ in 1..<max(1, min(threads, header.tileColumns)) { codecs.append(try anotherCodec()) }
    }

    private func anotherCodec(isStrict: Bool = true) throws(ImagingError) -> OpenJPEGCodec {
        var options = options
        options.isStrict = isStrict
        let codec = try OpenJPEGCodec(source, codestream: codestream, options: options)
        guard codec.header == header else { throw .changed("JPEG 2000") }
        return codec
    }

    /// - Returns: the planes of the wanted components, which are good until the next call.
    func decode(_ block: Int) throws(ImagingError) -> [ComponentPlane] {
        plan.isByTile ? try decodeTiles(ofRow: block) : try decodeStrip(block)
    }

    private func decodeStrip(_ block: Int) throws(ImagingError) -> [ComponentPlane] {
        let rows = plan.blocks.count == 1 ? nil : plan.blocks[block]
        let planes: [ComponentPlane]
        do {
            planes = try codecs[0].decode(rows: rows)
        } catch {
            try log.damaged(error)
            codecs[0] = try anotherCodec(isStrict: false)
            planes = try codecs[0].decode(rows: rows)
        }
        return wanted.map { planes[$0] }
    }

    private func decodeTiles(ofRow row: Int) throws(ImagingError) -> [ComponentPlane] {
        for (store, index) in zip(stores, wanted) {
            store.begin(
                JPEG2000Geometry.places(
                    plan.blocks[row], step: header.components[index].stepY, options.halvings))
        }
        let columns = header.tileColumns
        let failure = Mutex<ImagingError?>(nil)
        // SAFETY: each turn has a codec of its own and tiles of its own, and tiles do not overlap.
        nonisolated(unsafe) let blocks = self
        DispatchQueue.concurrentPerform(iterations: codecs.count) { turn in
            for column in stride(from: turn, to: columns, by: blocks.codecs.count) {
                do throws(ImagingError) {
                    try blocks.decode(tile: row * columns + column, turn)
                } catch {
                    failure.withLock { if $0 == nil { $0 = error } }
                    return
                }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return stores.map(\.plane)
    }

    private func decode(tile: Int, _ turn: Int) throws(ImagingError) {
        let planes: [ComponentPlane]
        do {
            planes = try codecs[turn].decode(tile: tile)
        } catch {
            try log.damaged(error)
            // A decoder that has failed once is not asked again.
            codecs[turn] = try anotherCodec()
            let lenient = try anotherCodec(isStrict: false)
            if let rest = try? lenient.decode(tile: tile) { put(rest) }
            return
        }
        put(planes)
    }

    private func put(_ planes: [ComponentPlane]) {
        for (store, index) in zip(stores, wanted) { store.put(planes[index]) }
    }
}
