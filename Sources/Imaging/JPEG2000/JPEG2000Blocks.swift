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
            let height = max(
                unit, min(Self.stripBytes, wholeLimit / 4) / max(1, rowBytes) / unit * unit)
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
    private let threads: Int
    private var stores: [PlaneStore] = []
    /// One a thread.
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
        self.threads = max(1, min(threads, header.tileColumns))
    }

    /// Memory is taken when the first pixel is asked for: only then is it set aside.
    private func makeStores() throws(ImagingError) {
        let tallest = plan.blocks.map(\.count).max() ?? 0
        stores = wanted.map { index in
            let component = header.components[index]
            return PlaneStore(
                columns: JPEG2000Geometry.places(
                    header.area.x, step: component.stepX, options.halvings),
                capacity: tallest.dividedUp(by: component.stepY).halved(times: options.halvings)
                    + 1)
        }
        while codecs.count < threads { codecs.append(try anotherCodec()) }
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
        let planes = plan.isByTile ? try decodeTiles(ofRow: block) : try decodeStrip(block)
        if codecs.contains(where: \.lacksEndMarker) {
            log.warn("no marker at the end of the codestream")
        }
        return planes
    }

    private func decodeStrip(_ block: Int) throws(ImagingError) -> [ComponentPlane] {
        let area =
            plan.blocks.count == 1
            ? nil : CodestreamHeader.Area(x: header.area.x, y: plan.blocks[block])
        do {
            return try wantedPlanes(of: codecs[0], area)
        } catch {
            try log.damaged(error)
            codecs[0] = try anotherCodec(isStrict: false)
            return try wantedPlanes(of: codecs[0], area)
        }
    }

    private func wantedPlanes(of codec: OpenJPEGCodec, _ area: CodestreamHeader.Area?)
        throws(ImagingError) -> [ComponentPlane]
    {
        let planes = try codec.decode(area)
        let found = wanted.compactMap { planes[$0] }
        guard found.count == wanted.count else {
            throw .damaged(format: "JPEG 2000", detail: "a component without samples")
        }
        return found
    }

    private func decodeTiles(ofRow row: Int) throws(ImagingError) -> [ComponentPlane] {
        if stores.isEmpty { try makeStores() }
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
        let area = CodestreamHeader.Area(
            x: header.columns(ofTile: tile % header.tileColumns),
            y: header.rows(ofTile: tile / header.tileColumns))
        // A thin tile may lie between the samples of a component.
        let there = wanted.filter { header.components[$0].hasSamples(in: area) }
        guard !there.isEmpty else { return }
        if there == wanted {
            do {
                if put(try codecs[turn].decode(tile: tile), of: there) { return }
            } catch {
                // Tiles whose parts lie between those of others cannot always be read one by one: what
                // is wrong with the tile, if anything is, shows below.
            }
        }
        do throws(ImagingError) {
            let other = try anotherCodec()
            if there != wanted { try other.choose(there) }
            guard put(try other.decode(area), of: there) else {
                throw .damaged(format: "JPEG 2000", detail: "tile \(tile) is missing")
            }
        } catch {
            try log.damaged(error)
            do {
                let lenient = try anotherCodec(isStrict: false)
                _ = put(try lenient.decode(area), of: there)
            } catch {
                // Nothing of the tile can be decoded: it stays black. That it is damaged is noted.
            }
        }
        // A decoder that has failed is not asked again.
        codecs[turn] = try anotherCodec()
    }

    /// - Returns: whether all that was expected was there.
    private func put(_ planes: [Int: ComponentPlane], of components: [Int]) -> Bool {
        for (store, index) in zip(stores, wanted) {
            if let plane = planes[index] { store.put(plane) }
        }
        return components.allSatisfy { planes[$0] != nil }
    }
}
