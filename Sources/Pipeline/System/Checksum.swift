import CXXHash

/// A 64-bit checksum (XXH3, seed 0) that tells damage from health at memory speed. It is no defence
/// against someone who means to deceive; SHA-256 names sources.
///
/// Inventories and the state file hold such sums: with another function, the versions in their
/// headers go up.
struct Checksum: Hashable, Sendable {
    let value: UInt64

    init(value: UInt64) { self.value = value }

    init(_ bytes: UnsafeRawBufferPointer) { value = XXH3_64bits(bytes.baseAddress, bytes.count) }

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
}
