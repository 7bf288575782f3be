import Foundation

/// Numbers as bytes, in either order.
struct Bytes {
    var data: [UInt8] = []
    var isLittleEndian = false

    mutating func append(_ value: Int, size: Int) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        data += isLittleEndian ? bytes : bytes.reversed()
    }

    mutating func append(_ text: String) { data += Array(text.utf8) }

    mutating func append(_ bytes: [UInt8]) { data += bytes }

    static func big(_ value: Int, size: Int) -> [UInt8] {
        var bytes = Bytes()
        bytes.append(value, size: size)
        return bytes.data
    }

    static func little(_ value: Int, size: Int) -> [UInt8] { big(value, size: size).reversed() }
}
