import CTurboJPEG
import Dispatch
import Glibc
import Synchronization

/// What the codecs alone cost: TurboJPEG decodes the source once to its own planes, and encodes
/// the same tiles from memory on all cores. No program that decodes and encodes these pixels with
/// it can be faster than the sum over the cores.
struct CodecFloor {
    struct Job: Sendable {
        let file: String
        /// Tile side in stored pixels, and how often the image is halved.
        let levels: [(side: Int, halvings: Int)]
    }

    /// Seconds on one core.
    let decode: Double
    /// Seconds on all cores.
    let encode: Double
    let cores: Int

    /// The decoding is spread over the cores, as if that were possible.
    var seconds: Double { decode / Double(cores) + encode }

    struct Failed: Error {
        let what: String
    }

    static func measure(_ job: Job, bench: String, cores: Int) throws -> CodecFloor {
        let file = try contents("\(bench)/\(job.file)")
        var planes: Planes?
        let decode = try time { planes = try Planes(decoding: file) }
        guard var level = planes else { throw Failed(what: "no planes") }
        var encode = 0.0
        var halvings = 0
        for wanted in job.levels.sorted(by: { $0.halvings < $1.halvings }) {
            while halvings < wanted.halvings {
                level = level.halved()
                halvings += 1
            }
            encode += try time { try level.encodeTiles(side: wanted.side, cores: cores) }
        }
        return CodecFloor(decode: decode, encode: encode, cores: cores)
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        let begun = ContinuousClock.now
        try body()
        return (ContinuousClock.now - begun) / .seconds(1)
    }

    private static func contents(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Failed(what: path) }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: ftell(file))
        rewind(file)
        guard fread(&bytes, 1, bytes.count, file) == bytes.count else { throw Failed(what: path) }
        return bytes
    }
}

/// The three planes of a 4:2:0 image.
final class Planes: @unchecked Sendable {
    // SAFETY: written while it is made, only read afterwards.
    let width: Int
    let height: Int
    private let memory: [UnsafeMutablePointer<UInt8>]
    private let strides: [Int]

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
        strides = [width, (width + 1) / 2, (width + 1) / 2].map { ($0 + 31) & ~31 }
        memory = zip(strides, [height, (height + 1) / 2, (height + 1) / 2]).map { stride, rows in
            let bytes = stride * (rows + 16)
            let plane = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes)
            // Touched now, so that the decoder is not charged for the kernel's work.
            plane.initialize(repeating: 0, count: bytes)
            return plane
        }
    }

    deinit { for plane in memory { plane.deallocate() } }

    convenience init(decoding file: [UInt8]) throws {
        guard let handle = tjInitDecompress() else { throw CodecFloor.Failed(what: "TurboJPEG") }
        defer { tjDestroy(handle) }
        var width: Int32 = 0
        var height: Int32 = 0
        var sampling: Int32 = 0
        var space: Int32 = 0
        guard
            tjDecompressHeader3(
                handle, file, UInt(file.count), &width, &height, &sampling, &space) == 0,
            sampling == Int32(TJSAMP_420.rawValue)
        else { throw CodecFloor.Failed(what: "not a 4:2:0 JPEG") }
        self.init(width: Int(width), height: Int(height))
        var bases: [UnsafeMutablePointer<UInt8>?] = memory
        var strides = self.strides.map(Int32.init)
        guard
            tjDecompressToYUVPlanes(
                handle, file, UInt(file.count), &bases, width, &strides, height, 0) == 0
        else { throw CodecFloor.Failed(what: "decoding") }
    }

    /// Any pixels of the right kind will do: every second one.
    func halved() -> Planes {
        let half = Planes(width: (width + 1) / 2, height: (height + 1) / 2)
        for plane in 0..<3 {
            let rows = plane == 0 ? half.height : (half.height + 1) / 2
            let columns = plane == 0 ? half.width : (half.width + 1) / 2
            for y in 0..<rows {
                for x in 0..<columns {
                    half.memory[plane][y * half.strides[plane] + x] =
                        memory[plane][2 * y * strides[plane] + 2 * x]
                }
            }
        }
        return half
    }

    func encodeTiles(side: Int, cores: Int) throws {
        let columns = (width + side - 1) / side
        let count = columns * ((height + side - 1) / side)
        let next = Atomic(0)
        let failures = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: cores) { _ in
            guard let handle = tjInitCompress() else { return }
            defer { tjDestroy(handle) }
            var buffer: UnsafeMutablePointer<UInt8>? = tjAlloc(
                Int32(tjBufSize(Int32(side), Int32(side), Int32(TJSAMP_420.rawValue))))
            defer { tjFree(buffer) }
            while true {
                let tile = next.add(1, ordering: .relaxed).oldValue
                guard tile < count else { return }
                let x = tile % columns * side
                let y = tile / columns * side
                var planes: [UnsafePointer<UInt8>?] = (0..<3).map { plane in
                    let shift = plane == 0 ? 0 : 1
                    return UnsafePointer(
                        memory[plane] + (y >> shift) * strides[plane] + (x >> shift))
                }
                var length: UInt = 0
                if tjCompressFromYUVPlanes(
                    handle, &planes, Int32(min(side, width - x)), strides.map(Int32.init),
                    Int32(min(side, height - y)), Int32(TJSAMP_420.rawValue), &buffer, &length, 75,
                    TJFLAG_ACCURATEDCT | TJFLAG_NOREALLOC) != 0
                {
                    failures.add(1, ordering: .relaxed)
                }
            }
        }
        guard failures.load(ordering: .relaxed) == 0 else {
            throw CodecFloor.Failed(what: "encoding")
        }
    }
}
