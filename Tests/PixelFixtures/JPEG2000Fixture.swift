import COpenJPEG
import Foundation

/// Codestreams that OpenJPEG encodes without loss, and JP2 files put together by hand around them.
package struct JPEG2000Fixture {
    package struct Component {
        var bits = 8
        var isSigned = false
        var stepX = 1
        var stepY = 1
        /// By the place on the reference grid.
        let value: (_ x: Int, _ y: Int) -> Int

        package init(
            bits: Int = 8, isSigned: Bool = false, stepX: Int = 1, stepY: Int = 1,
            value: @escaping (_ x: Int, _ y: Int) -> Int
        ) {
            self.bits = bits
            self.isSigned = isSigned
            self.stepX = stepX
            self.stepY = stepY
            self.value = value
        }
    }

    package var left = 0
    package var top = 0
    package let right: Int
    package let bottom: Int
    /// Side and place of the first tile.
    package var tile: (width: Int, height: Int, left: Int, top: Int)?
    package var resolutions = 6
    /// Whether RGB is coded as luma and chroma, as the standard has it.
    package var isTransformed = false
    /// Whether a tile's resolutions are parts of their own.
    package var splitsByResolution = false
    package let components: [Component]

    package init(right: Int, bottom: Int, _ components: [Component]) {
        self.right = right
        self.bottom = bottom
        self.components = components
    }

    package var codestream: Data {
        var parameters = opj_cparameters_t()
        opj_set_default_encoder_parameters(&parameters)
        parameters.tcp_numlayers = 1
        parameters.cp_disto_alloc = 1
        parameters.numresolution = Int32(min(resolutions, mostResolutions))
        parameters.tcp_mct = isTransformed ? 1 : 0
        parameters.image_offset_x0 = Int32(left)
        parameters.image_offset_y0 = Int32(top)
        if let tile {
            parameters.tile_size_on = 1
            parameters.cp_tdx = Int32(tile.width)
            parameters.cp_tdy = Int32(tile.height)
            parameters.cp_tx0 = Int32(tile.left)
            parameters.cp_ty0 = Int32(tile.top)
        }
        if splitsByResolution {
            parameters.tp_on = 1
            parameters.tp_flag = CChar(UInt8(ascii: "R"))
        }
        let output = Output()
        guard let codec = opj_create_compress(OPJ_CODEC_J2K), let image,
            let stream = opj_stream_create(1 << 16, 0)
        else { preconditionFailure("OpenJPEG has an encoder") }
        defer {
            opj_stream_destroy(stream)
            opj_image_destroy(image)
            opj_destroy_codec(codec)
        }
        // SAFETY: the output outlives the stream, which is destroyed above.
        opj_stream_set_user_data(stream, Unmanaged.passUnretained(output).toOpaque(), nil)
        opj_stream_set_write_function(stream, writeFixture)
        opj_stream_set_seek_function(stream, seekFixture)
        opj_stream_set_skip_function(stream, skipFixture)
        let isWritten =
            opj_setup_encoder(codec, &parameters, image) != 0
            && opj_start_compress(codec, image, stream) != 0 && opj_encode(codec, stream) != 0
            && opj_end_compress(codec, stream) != 0
        precondition(isWritten, "OpenJPEG encodes what a test asks for")
        return Data(output.bytes)
    }

    /// The encoder wants a pixel of the smallest.
    private var mostResolutions: Int {
        let sides = [right - left, bottom - top] + (tile.map { [$0.width, $0.height] } ?? [])
        let side = sides.min() ?? 1
        return Int.bitWidth - side.leadingZeroBitCount
    }

    private var image: UnsafeMutablePointer<opj_image_t>? {
        var layout = components.map { component in
            opj_image_cmptparm_t(
                dx: UInt32(component.stepX), dy: UInt32(component.stepY),
                w: UInt32(places(left..<right, component.stepX).count),
                h: UInt32(places(top..<bottom, component.stepY).count), x0: UInt32(left),
                y0: UInt32(top), prec: UInt32(component.bits), bpp: 0,
                sgnd: component.isSigned ? 1 : 0)
        }
        let image = opj_image_create(UInt32(components.count), &layout, OPJ_CLRSPC_UNSPECIFIED)
        guard let image else { return nil }
        image.pointee.x0 = UInt32(left)
        image.pointee.y0 = UInt32(top)
        image.pointee.x1 = UInt32(right)
        image.pointee.y1 = UInt32(bottom)
        for (index, component) in components.enumerated() {
            var at = 0
            for y in places(top..<bottom, component.stepY) {
                for x in places(left..<right, component.stepX) {
                    image.pointee.comps[index].data[at] = Int32(
                        component.value(x * component.stepX, y * component.stepY))
                    at += 1
                }
            }
        }
        return image
    }

    private func places(_ grid: Range<Int>, _ step: Int) -> Range<Int> {
        (grid.lowerBound + step - 1) / step..<(grid.upperBound + step - 1) / step
    }

    /// A box.
    package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Bytes.big(content.count + 8, size: 4) + Array(type.utf8) + content
    }

    /// Colours by number.
    package static func colours(_ number: Int) -> [UInt8] {
        box("colr", [1, 0, 0] + Bytes.big(number, size: 4))
    }

    /// Channel, kind (0 colour, 1 opacity, 2 premultiplied, 65535 other), association.
    package static func definitions(_ channels: [(Int, Int, Int)]) -> [UInt8] {
        let numbers = channels.flatMap { [$0.0, $0.1, $0.2] }
        return box(
            "cdef", Bytes.big(channels.count, size: 2) + numbers.flatMap { Bytes.big($0, size: 2) })
    }

    /// 8-bit entries.
    package static func palette(_ entries: [[UInt8]]) -> [UInt8] {
        let columns = entries[0].count
        return box(
            "pclr",
            Bytes.big(entries.count, size: 2) + [UInt8(columns)]
                + [UInt8](repeating: 7, count: columns) + entries.joined())
    }

    /// Component and column; `nil` for the component as it is.
    package static func mapping(_ channels: [(Int, Int?)]) -> [UInt8] {
        box(
            "cmap",
            channels.flatMap { component, column in
                Bytes.big(component, size: 2) + [column == nil ? 0 : 1, UInt8(column ?? 0)]
            })
    }

    /// The codestream in a file, with these boxes in its header.
    package func file(_ boxes: [UInt8]..., brand: String = "jp2 ") -> Data {
        let size = Bytes.big(bottom - top, size: 4) + Bytes.big(right - left, size: 4)
        let header =
            Self.box("ihdr", size + Bytes.big(components.count, size: 2) + [7, 7, 0, 0])
            + boxes.joined()
        return Data(
            Self.box("jP  ", [0x0d, 0x0a, 0x87, 0x0a])
                + Self.box(
                    "ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array("jp2 ".utf8))
                + Self.box("jp2h", header) + Self.box("jp2c", Array(codestream)))
    }
}

private final class Output {
    var bytes: [UInt8] = []
    var place = 0

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Output {
        guard let pointer else { preconditionFailure("the stream has been given its output") }
        // SAFETY: the output outlives the stream.
        return Unmanaged<Output>.fromOpaque(pointer).takeUnretainedValue()
    }
}

private nonisolated func writeFixture(
    _ data: UnsafeMutableRawPointer?, _ count: Int, _ output: UnsafeMutableRawPointer?
) -> Int {
    let output = Output.of(output)
    let new = UnsafeRawBufferPointer(start: data, count: count)
    let end = output.place + count
    if output.bytes.count < end {
        output.bytes += [UInt8](repeating: 0, count: end - output.bytes.count)
    }
    output.bytes.replaceSubrange(output.place..<end, with: new)
    output.place = end
    return count
}

private nonisolated func seekFixture(_ place: Int64, _ output: UnsafeMutableRawPointer?) -> Int32 {
    Output.of(output).place = Int(place)
    return 1
}

private nonisolated func skipFixture(_ count: Int64, _ output: UnsafeMutableRawPointer?) -> Int64 {
    Output.of(output).place += Int(count)
    return count
}

extension Data {
    private func number(_ at: Int, _ size: Int) -> Int {
        self[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where parts of tiles begin. SOT: ff90, length, tile, length of the part, number of the part.
    package var startsOfTileParts: [Int] {
        var starts: [Int] = []
        var at = (0..<count - 4).first { number($0, 4) == 0xff90_000a } ?? count
        while at + 12 < count, number(at, 2) == 0xff90 {
            starts.append(at)
            at += number(at + 6, 4)
        }
        return starts
    }

    /// The codestream with the parts of all tiles in turn: the first of each, the second of each, ...
    package func interleavingTileParts() -> Data {
        let starts = startsOfTileParts
        var parts = starts.map { start in
            (
                order: number(start + 10, 1), tile: number(start + 4, 2),
                bytes: self[start..<start + number(start + 6, 4)]
            )
        }
        parts.sort { ($0.order, $0.tile) < ($1.order, $1.tile) }
        let end = starts[starts.count - 1] + number(starts[starts.count - 1] + 6, 4)
        return self[..<starts[0]] + Data(parts.flatMap(\.bytes)) + self[end...]
    }
}
