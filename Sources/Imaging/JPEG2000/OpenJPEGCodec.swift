import COpenJPEG
import Files

/// One OpenJPEG decoder of a codestream: its header read, its tiles still to come. Used by one thread
/// at a time; several of them decode one file at once.
final class OpenJPEGCodec {
    struct Options {
        /// How often the size is halved.
        var halvings = 0
        /// Threads that OpenJPEG may use by itself.
        var threads = 1
        /// Whether data that end early are an error; otherwise they are decoded as far as they go.
        var isStrict = true
    }

    let header: CodestreamHeader
    private let codec: UnsafeMutablePointer<opj_codec_t?>
    private let stream: OpenJPEGStream
    private let image: UnsafeMutablePointer<opj_image_t>
    private let messages: Messages

    /// - Throws: `ImagingError` when the header cannot be read.
    init(_ source: OpenSource, codestream: Range<Int>, options: Options) throws(ImagingError) {
        guard let codec = opj_create_decompress(OPJ_CODEC_J2K) else {
            throw .library("OpenJPEG cannot be started")
        }
        let stream = OpenJPEGStream(source, range: codestream)
        let messages = Messages()
        // SAFETY: OpenJPEG calls back while it is called, and the codec is destroyed before `messages`.
        let context = Unmanaged.passUnretained(messages).toOpaque()
        opj_set_error_handler(codec, noteOpenJPEGError, context)
        opj_set_warning_handler(codec, noteOpenJPEGWarning, context)
        var parameters = opj_dparameters_t()
        opj_set_default_decoder_parameters(&parameters)
        parameters.cp_reduce = UInt32(options.halvings)
        var image: UnsafeMutablePointer<opj_image_t>?
        let isRead =
            opj_setup_decoder(codec, &parameters) != 0
            && opj_decoder_set_strict_mode(codec, options.isStrict ? 1 : 0) != 0
            && (options.threads == 1 || opj_codec_set_threads(codec, Int32(options.threads)) != 0)
            && opj_read_header(stream.pointer, codec, &image) != 0
        guard isRead, let image, let header = CodestreamHeader(image, codec) else {
            opj_destroy_codec(codec)
            if let image { opj_image_destroy(image) }
            throw messages.failure(hasMetEnd: stream.hasMetEnd)
        }
        self.codec = codec
        self.stream = stream
        self.image = image
        self.messages = messages
        self.header = header
    }

    deinit {
        opj_destroy_codec(codec)
        opj_image_destroy(image)
    }

    /// Decodes an area of a codestream that is one tile.
    ///
    /// - Parameter area: rows of the reference grid; `nil` for all of them.
    /// - Returns: the planes of all components; they are this decoder's, until it decodes again.
    func decode(rows area: Range<Int>?) throws(ImagingError) -> [ComponentPlane] {
        if let area {
            let (left, right) = (header.area.x.lowerBound, header.area.x.upperBound)
            guard
                opj_set_decode_area(
                    codec, image, Int32(left), Int32(area.lowerBound), Int32(right),
                    Int32(area.upperBound)) != 0
            else { throw failure }
        }
        guard opj_decode(codec, stream.pointer, image) != 0 else { throw failure }
        return try planes()
    }

    /// - Returns: as `decode` does.
    func decode(tile: Int) throws(ImagingError) -> [ComponentPlane] {
        guard opj_get_decoded_tile(codec, stream.pointer, image, UInt32(tile)) != 0 else {
            throw failure
        }
        return try planes()
    }

    /// What OpenJPEG warned of so far.
    var warnings: [String] { messages.warnings }

    private var failure: ImagingError { messages.failure(hasMetEnd: stream.hasMetEnd) }

    private func planes() throws(ImagingError) -> [ComponentPlane] {
        var planes: [ComponentPlane] = []
        for index in 0..<Int(image.pointee.numcomps) {
            let component = image.pointee.comps[index]
            guard let data = component.data, component.w > 0, component.h > 0 else {
                throw messages.failure(hasMetEnd: stream.hasMetEnd)
            }
            let width = Int(component.w)
            let shift = Int(component.factor)
            planes.append(
                ComponentPlane(
                    samples: data, stride: width,
                    x: Int(component.x0).halved(times: shift),
                    y: Int(component.y0).halved(times: shift), width: width,
                    height: Int(component.h)))
        }
        return planes
    }
}

/// What OpenJPEG says of one file.
private final class Messages {
    var errors: [String] = []
    var warnings: [String] = []

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Messages {
        guard let pointer else { preconditionFailure("every codec has been given its messages") }
        return Unmanaged<Messages>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// The first error is the cause; the others say what it led to.
    func failure(hasMetEnd: Bool) -> ImagingError {
        let detail = errors.first ?? warnings.last ?? "it cannot be decoded"
        return hasMetEnd
            ? .damaged(format: "JPEG 2000", detail: "premature end of file: \(detail)")
            : .decoding("JPEG 2000", detail)
    }

    static func line(_ text: UnsafePointer<CChar>?) -> String? {
        guard let text else { return nil }
        let line = String(cString: text).split(whereSeparator: \.isNewline).first ?? ""
        return line.isEmpty ? nil : String(line)
    }
}

// Called by OpenJPEG on its own threads, too, but by one at a time.

private nonisolated func noteOpenJPEGError(
    _ text: UnsafePointer<CChar>?, _ messages: UnsafeMutableRawPointer?
) {
    if let line = Messages.line(text) { Messages.of(messages).errors.append(line) }
}

private nonisolated func noteOpenJPEGWarning(
    _ text: UnsafePointer<CChar>?, _ messages: UnsafeMutableRawPointer?
) {
    if let line = Messages.line(text) { Messages.of(messages).warnings.append(line) }
}
