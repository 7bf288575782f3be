import CVips
import CVipsShim
import Files
import TilePyramid

/// Reads JPEG 2000 (JP2, JPX's plain pictures, bare codestreams) through OpenJPEG.
///
/// Palette, order of channels and colour space are the file's, which wraps the codestream; OpenJPEG decodes
/// components. libvips' own loader knows no palettes, origins of the image or definitions of channels.
final class JPEG2000Decoder: SampleDecoder {
    let shape: SampleShape
    /// What is to be known of the samples besides.
    let facts: SampleFacts
    /// Bytes of memory that decoding holds.
    let memory: Int

    private let geometry: JPEG2000Geometry
    private let samples: JPEG2000Samples
    private let blocks: JPEG2000Blocks
    private let plan: JPEG2000Blocks.Plan
    private let log: SourceLog
    private var planes: [ComponentPlane] = []
    private var block = -1
    private var next: Int

    /// Reads the header.
    ///
    /// - Parameter shrink: 1, 2, 4 or 8: decoded at that part of the size, or at a larger one where
    ///   the file does not have it.
    init(_ source: OpenSource, shrink: Int, limits: VipsLoad.Limits, log: SourceLog)
        throws(ImagingError)
    {
        let boxes = try JP2Boxes(source)
        var options = OpenJPEGCodec.Options()
        options.threads = limits.threads
        var codec = try OpenJPEGCodec(source, codestream: boxes.codestream, options: options)
        // The mean of two of a palette's numbers is the number of any colour.
        options.halvings =
            boxes.palette == nil ? min(shrink.trailingZeroBitCount, codec.header.halvings) : 0
        if !codec.header.isOneTile { options.threads = 1 }
        if options.halvings > 0 || options.threads != limits.threads {
            codec = try OpenJPEGCodec(source, codestream: boxes.codestream, options: options)
        }
        let header = codec.header
        let layout = try ChannelLayout(boxes, header)
        if boxes.colour.map({ !$0.isKnown }) ?? false {
            log.warn(
                "its colour space has a number without a meaning and was taken for the usual one")
        }
        let wanted = Set(layout.channels.map(\.component)).sorted()
        geometry = try JPEG2000Geometry(
            header, components: wanted.map { header.components[$0] }, halvings: options.halvings)
        samples = JPEG2000Samples(
            layout, palette: boxes.palette, geometry: geometry, header: header, wanted: wanted)
        plan = JPEG2000Blocks.Plan(
            header, halvings: options.halvings, wholeLimit: limits.wholeImage)
        blocks = try JPEG2000Blocks(
            source, codestream: boxes.codestream, codec: codec, options: options,
            threads: limits.threads, plan: plan, wanted: wanted, log: log)
        self.log = log
        next = geometry.rows.lowerBound
        var profile: [UInt8]?
        if case .profile(let bytes) = boxes.colour { profile = bytes }
        shape = samples.shape(size: geometry.size, profile: profile)
        facts = samples.facts
        memory = plan.memory(
            header, halvings: options.halvings, threads: limits.threads,
            coded: boxes.codestream.count)
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        for row in 0..<count {
            try decodeBlock(with: next)
            samples.write(row: next, of: planes, to: out + row * stride)
            next += 1
        }
    }

    /// Blocks without a pixel of their own, of tiles lower than a step, are passed over.
    private func decodeBlock(with row: Int) throws(ImagingError) {
        while block < 0 || row >= geometry.rows(in: plan.blocks[block]).upperBound {
            block += 1
            precondition(block < plan.blocks.count, "the blocks cover all rows")
            planes = try blocks.decode(block)
        }
    }
}

extension JPEG2000Blocks.Plan {
    /// Bytes that decoding holds, measured and rounded up: samples are 32-bit numbers; beside a tile
    /// or strip stand its coefficients and the coded data.
    func memory(_ header: CodestreamHeader, halvings: Int, threads: Int, coded: Int) -> Int {
        let rowBytes = header.area.x.count * header.components.count * 4
        let tallest = blocks.map(\.count).max() ?? 0
        let block = rowBytes * tallest >> (2 * halvings)
        guard isByTile else {
            return blocks.count == 1 ? block + block / 4 + coded : 3 * block + 2 * coded
        }
        let tile =
            min(header.firstTile.x.count, header.area.x.count)
            * min(header.firstTile.y.count, header.area.y.count) * header.components.count * 4
        return block + (2 * tile >> (2 * halvings)) * min(threads, header.tileColumns)
    }
}
