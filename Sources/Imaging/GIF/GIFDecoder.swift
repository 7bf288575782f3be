import CVips
import CVipsShim
import Files
import TilePyramid

/// A frame of a GIF as it is seen: over the frames before it, as each of them leaves its place. What no
/// frame covers is transparent, whatever the file's background colour, as in browsers.
final class GIFDecoder: SampleDecoder {
    let shape: SampleShape
    /// Bytes of memory that decoding holds: the canvas, and one to go back to.
    var memory: Int { canvasBytes * 2 }

    private let source: OpenSource
    private let structure: GIFStructure
    private let log: SourceLog
    private var canvas: DecodedPixels?
    private var next = 0

    private var canvasBytes: Int { structure.size.area * 4 }
    private var rowBytes: Int { structure.size.width * 4 }

    init(_ source: OpenSource, page: Int, log: SourceLog) throws(ImagingError) {
        self.source = source
        self.log = log
        structure = try GIFStructure(source, page: page)
        shape = SampleShape(
            size: structure.size, bands: structure.isOpaque ? 3 : 4, format: VIPS_FORMAT_UCHAR,
            interpretation: VIPS_INTERPRETATION_sRGB)
    }

    func read(_ count: Int, to out: UnsafeMutableRawPointer, stride: Int) throws(ImagingError) {
        let canvas: DecodedPixels
        if let known = self.canvas { canvas = known } else { canvas = try composed() }
        self.canvas = canvas
        for row in 0..<count {
            let pixels = canvas.base + (next + row) * rowBytes
            let target = out + row * stride
            guard shape.bands == 3 else {
                target.copyMemory(from: pixels, byteCount: rowBytes)
                continue
            }
            for x in 0..<structure.size.width {
                (target + 3 * x).copyMemory(from: pixels + 4 * x, byteCount: 3)
            }
        }
        next += count
        if next == structure.size.height { self.canvas = nil }
    }

    private func composed() throws(ImagingError) -> DecodedPixels {
        let canvas = try DecodedPixels(count: canvasBytes)
        for (index, frame) in structure.frames.enumerated() {
            let isLast = index == structure.frames.count - 1
            var before: DecodedPixels?
            if frame.disposal == .restore && !isLast {
                let copy = try DecodedPixels(count: canvasBytes)
                copy.base.copyMemory(from: canvas.base, byteCount: canvasBytes)
                before = copy
            }
            do throws(ImagingError) {
                try draw(frame, on: canvas)
            } catch {
                try log.damaged(error)
            }
            if isLast { break }
            if let before {
                canvas.base.copyMemory(from: before.base, byteCount: canvasBytes)
            } else if frame.disposal == .clear {
                clear(frame, of: canvas)
            }
        }
        return canvas
    }

    private func draw(_ frame: GIFStructure.Frame, on canvas: DecodedPixels) throws(ImagingError) {
        guard frame.width > 0, frame.height > 0 else { return }
        var codes = try GIFCodes(source, at: frame.codes)
        let colours = frame.palette.count / 3
        let visible = max(0, min(frame.width, structure.size.width - frame.left))
        for row in frame.rows where frame.top + row < structure.size.height || frame.isInterlaced {
            let isVisible = frame.top + row < structure.size.height
            let target = canvas.base + (frame.top + row) * rowBytes + frame.left * 4
            for x in 0..<frame.width {
                let colour = try codes.next()
                if colour == frame.transparent || !isVisible || x >= visible { continue }
                guard colour < colours else {
                    throw ImagingError.damaged(
                        format: "GIF", detail: "a colour that the palette lacks")
                }
                for sample in 0..<3 {
                    target.storeBytes(
                        of: frame.palette[3 * colour + sample], toByteOffset: 4 * x + sample,
                        as: UInt8.self)
                }
                target.storeBytes(of: 255, toByteOffset: 4 * x + 3, as: UInt8.self)
            }
        }
    }

    private func clear(_ frame: GIFStructure.Frame, of canvas: DecodedPixels) {
        let visible = max(0, min(frame.width, structure.size.width - frame.left))
        for row in frame.top..<max(frame.top, min(frame.top + frame.height, structure.size.height))
        {
            let start = canvas.base + row * rowBytes + frame.left * 4
            start.initializeMemory(as: UInt8.self, repeating: 0, count: visible * 4)
        }
    }
}

extension GIFStructure.Frame {
    /// The rows in the order in which they are stored.
    fileprivate var rows: [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
            Array(Swift.stride(from: start, to: height, by: step))
        }
    }
}
