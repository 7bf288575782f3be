import Foundation

/// Numbers as bytes, in either order.
package struct Bytes {
    package var data: [UInt8] = []
    package var isLittleEndian = false

    package init(isLittleEndian: Bool = false) { self.isLittleEndian = isLittleEndian }

    package mutating func append(_ value: Int, size: Int) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        data += isLittleEndian ? bytes : bytes.reversed()
    }

    package mutating func append(_ text: String) { data += Array(text.utf8) }

    package mutating func append(_ bytes: [UInt8]) { data += bytes }

    package static func big(_ value: Int, size: Int) -> [UInt8] {
        var bytes = Bytes()
        bytes.append(value, size: size)
        return bytes.data
    }

    package static func little(_ value: Int, size: Int) -> [UInt8] {
        big(value, size: size).reversed()
    }
}
