import Files

/// The bytes of a GIF file in their order.
struct GIFBytes {
    /// Where the next byte is.
    private(set) var at: Int
    private let file: OpenSource
    private var buffer: [UInt8] = []
    private var used = 0
    /// Bytes that are left of a chain's present block.
    private var left = 0
    private var hasEnded = false

    static let tooShort = ImagingError.damaged(format: "GIF", detail: "premature end of file")

    init(_ file: OpenSource, at place: Int) {
        self.file = file
        at = place
    }

    /// - Throws: `ImagingError.damaged` at the end of the file.
    mutating func next() throws(ImagingError) -> Int {
        if used == buffer.count {
            buffer = try file.bytes(at: at, count: 32768)
            used = 0
            if buffer.isEmpty { throw Self.tooShort }
        }
        defer {
            used += 1
            at += 1
        }
        return Int(buffer[used])
    }

    mutating func word() throws(ImagingError) -> Int { try next() | next() << 8 }

    mutating func take(_ count: Int) throws(ImagingError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count { bytes.append(UInt8(try next())) }
        return bytes
    }

    // MARK: Chains of blocks, each after its length, the last one empty

    /// The next byte of a chain that begins here; `nil` behind its last one.
    mutating func nextOfChain() throws(ImagingError) -> Int? {
        if hasEnded { return nil }
        if left == 0 {
            left = try next()
            if left == 0 {
                hasEnded = true
                return nil
            }
        }
        left -= 1
        return try next()
    }

    mutating func skipChain() throws(ImagingError) {
        while true {
            let length = try next()
            if length == 0 { return }
            let step = min(length, buffer.count - used)
            used += step
            at += length
            if step < length { (buffer, used) = ([], 0) }
        }
    }
}
