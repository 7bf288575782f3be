import Foundation

/// Boxes of HEIF files, and files with more of them than libheif writes.
package enum HEIFFixture {
    package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Bytes.big(content.count + 8, size: 4) + Array(type.utf8) + content
    }

    /// The file, with the note that its picture's colours are multiplied by its alpha.
    package static func premultiplied(_ data: Data) -> Data? {
        guard let auxiliary = data.firstRange(of: Data("auxl".utf8)) else { return nil }
        // From an alpha to the picture: the other way round.
        let ids = Array(data[auxiliary.upperBound..<auxiliary.upperBound + 6])
        let reference = box("prem", Array(ids[4..<6]) + ids[2..<4] + ids[0..<2])
        return inserting(reference, in: ["meta", "iref"], of: data)
    }

    /// The file, with colours by number beside what its first item has.
    package static func numbered(_ data: Data, primaries: Int, transfer: Int) -> Data? {
        let colours = box(
            "colr", Array("nclx".utf8) + [0, UInt8(primaries), 0, UInt8(transfer), 0, 6, 0x80])
        guard let list = place(of: "ipco", in: data),
            let larger = inserting(colours, in: ["meta", "iprp", "ipco"], of: data),
            let map = place(of: "ipma", in: larger)
        else { return nil }
        var count = 0
        var at = list + 8
        while at < list + number(data, list) {
            count += 1
            at += number(data, at)
        }
        // Version and flags, the number of items, the first one's name: how many it has.
        var linked = larger
        let properties = map + 8 + 4 + 4 + 2
        linked[properties] += 1
        return inserting(
            [UInt8(count + 1)], in: ["meta", "iprp", "ipma"], of: linked, at: properties + 1)
    }

    private static func place(of name: String, in data: Data) -> Int? {
        data.firstRange(of: Data(name.utf8)).map { $0.lowerBound - 4 }
    }

    private static func number(_ data: Data, _ at: Int) -> Int {
        data[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Puts `content` into a box within others, at its end where no place is given, and moves what lies
    /// behind.
    private static func inserting(
        _ content: [UInt8], in path: [String], of data: Data, at given: Int? = nil
    ) -> Data? {
        var bytes = Array(data)
        var places: [Int] = []
        for name in path {
            guard let place = place(of: name, in: data) else { return nil }
            places.append(place)
        }
        func number(_ at: Int, _ size: Int) -> Int {
            bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
        }
        func put(_ value: Int, _ at: Int) {
            bytes.replaceSubrange(at..<at + 4, with: Bytes.big(value, size: 4))
        }
        guard let inner = places.last, let table = data.firstRange(of: Data("iloc".utf8)) else {
            return nil
        }
        let end = given ?? inner + number(inner, 4)
        // Where items lie (ISO/IEC 14496-12, 8.11.3), with places of 4 bytes.
        var at = table.upperBound
        let version = number(at, 1)
        let base = number(at + 5, 1) >> 4
        guard number(at + 4, 1) == 0x44, version < 2 else { return nil }
        let count = number(at + 6, 2)
        at += 8
        for _ in 0..<count {
            at += 4 + (version == 1 ? 2 : 0) + base
            let extents = number(at, 2)
            at += 2
            for _ in 0..<extents {
                put(number(at, 4) + content.count, at)
                at += 8
            }
        }
        for place in places { put(number(place, 4) + content.count, place) }
        bytes.insert(contentsOf: content, at: end)
        return Data(bytes)
    }
}
