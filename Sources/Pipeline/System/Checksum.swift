/// A 64-bit checksum (XXH64, seed 0) that tells damage from health at memory speed. It is no
/// defence against someone who means to deceive; SHA-256 names sources.
struct Checksum: Hashable, Sendable {
    let value: UInt64

    init(value: UInt64) { self.value = value }

    init(_ bytes: UnsafeRawBufferPointer) { value = Self.digest(bytes) }

    init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { Checksum($0) } }

    init(_ text: String) {
        var text = text
        self = text.withUTF8 { Checksum(UnsafeRawBufferPointer($0)) }
    }

    /// 16 lower-case hexadecimal digits.
    var hex: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// Four lanes of 8 bytes over blocks of 32, then what is left by 8, 4 and 1.
    private static func digest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var at = 0
        var hash: UInt64
        if bytes.count >= 32 {
            var lanes: (UInt64, UInt64, UInt64, UInt64) = (
                prime1 &+ prime2, prime2, 0, 0 &- prime1
            )
            while at + 32 <= bytes.count {
                lanes.0 = round(lanes.0, word(bytes, at))
                lanes.1 = round(lanes.1, word(bytes, at + 8))
                lanes.2 = round(lanes.2, word(bytes, at + 16))
                lanes.3 = round(lanes.3, word(bytes, at + 24))
                at += 32
            }
            hash = rotated(lanes.0, 1) &+ rotated(lanes.1, 7) &+ rotated(lanes.2, 12)
            hash = hash &+ rotated(lanes.3, 18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
                hash = (hash ^ round(0, lane)) &* prime1 &+ prime4
            }
        } else {
            hash = prime5
        }
        hash = hash &+ UInt64(bytes.count)
        while at + 8 <= bytes.count {
            hash = rotated(hash ^ round(0, word(bytes, at)), 27) &* prime1 &+ prime4
            at += 8
        }
        if at + 4 <= bytes.count {
            let half = UInt64(
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
            hash = rotated(hash ^ (half &* prime1), 23) &* prime2 &+ prime3
            at += 4
        }
        while at < bytes.count {
            hash = rotated(hash ^ (UInt64(bytes[at]) &* prime5), 11) &* prime1
            at += 1
        }
        hash = (hash ^ (hash >> 33)) &* prime2
        hash = (hash ^ (hash >> 29)) &* prime3
        return hash ^ (hash >> 32)
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    }

    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        rotated(lane &+ input &* prime2, 31) &* prime1
    }

    private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        value << bits | value >> (64 - bits)
    }
}
