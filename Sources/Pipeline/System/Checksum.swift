import CCrypto
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

/// SHA-256 through libcrypto, which uses the processor's own instructions.
final class SHA256 {
    private let context: OpaquePointer

    init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
        else { preconditionFailure("libcrypto has SHA-256 and memory for one digest") }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
            preconditionFailure("a digest that was initialised takes bytes")
        }
    }

    /// The digest as 64 lower-case hexadecimal digits. Ends this digest.
    func finish() -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else {
            preconditionFailure("a digest that was initialised can be ended")
        }
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    static func hex(_ text: String) -> String {
        let hash = SHA256()
        var text = text
        text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
        return hash.finish()
    }
}
