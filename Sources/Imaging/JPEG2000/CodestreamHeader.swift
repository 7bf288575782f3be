import COpenJPEG

/// What a codestream's main header says of its geometry (ISO/IEC 15444-1 annex B): places on the
/// reference grid, which the components sample each at steps of its own.
struct CodestreamHeader: Hashable {
    struct Component: Hashable {
        let bits: Int
        let isSigned: Bool
        /// Steps of the reference grid from sample to sample.
        let stepX: Int
        let stepY: Int
    }

    struct Area: Hashable {
        let x: Range<Int>
        let y: Range<Int>
    }

    /// The image.
    let area: Area
    /// The first tile; the others lie beside and below it. It may begin outside the image.
    let firstTile: Area
    let tileColumns: Int
    let tileRows: Int
    let components: [Component]
    /// How often the size can be halved in decoding, in every tile and component.
    let halvings: Int

    /// `nil` where there is nothing to decode.
    init?(_ image: UnsafePointer<opj_image_t>, _ codec: UnsafeMutablePointer<opj_codec_t?>) {
        var info = opj_get_cstr_info(codec)
        defer { opj_destroy_cstr_info(&info) }
        guard let tiles = info?.pointee, image.pointee.numcomps > 0,
            image.pointee.x0 < image.pointee.x1, image.pointee.y0 < image.pointee.y1,
            tiles.tdx > 0, tiles.tdy > 0, image.pointee.x1 <= Int32.max,
            image.pointee.y1 <= Int32.max
        else { return nil }
        area = Area(
            x: Int(image.pointee.x0)..<Int(image.pointee.x1),
            y: Int(image.pointee.y0)..<Int(image.pointee.y1))
        let (left, top) = (Int(tiles.tx0), Int(tiles.ty0))
        firstTile = Area(x: left..<left + Int(tiles.tdx), y: top..<top + Int(tiles.tdy))
        tileColumns = Int(tiles.tw)
        tileRows = Int(tiles.th)
        components = (0..<Int(image.pointee.numcomps)).map { index in
            let component = image.pointee.comps[index]
            return Component(
                bits: Int(component.prec), isSigned: component.sgnd != 0,
                stepX: max(1, Int(component.dx)), stepY: max(1, Int(component.dy)))
        }
        var least = 32
        if let coding = tiles.m_default_tile_info.tccp_info {
            for index in components.indices {
                least = min(least, Int(coding[index].numresolutions) - 1)
            }
        } else {
            least = 0
        }
        halvings = max(0, least)
    }

    /// The reference grid's columns of a column of tiles, as far as the image goes.
    func columns(ofTile column: Int) -> Range<Int> {
        Self.part(firstTile.x, column, of: area.x)
    }

    /// The reference grid's rows of a row of tiles, as far as the image goes.
    func rows(ofTile row: Int) -> Range<Int> { Self.part(firstTile.y, row, of: area.y) }

    private static func part(_ first: Range<Int>, _ index: Int, of whole: Range<Int>) -> Range<Int>
    {
        let start = first.lowerBound + index * first.count
        return (start..<start + first.count).clamped(to: whole)
    }
}

extension Int {
    /// Divided, rounded up.
    func dividedUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }

    /// Halved that often, rounded up each time.
    func halved(times: Int) -> Int { dividedUp(by: 1 << times) }
}

extension CodestreamHeader {
    var isOneTile: Bool { tileColumns * tileRows == 1 }
}
