import Foundation

/// A JPEG file taken apart, to be put together wrong.
package struct JPEGParts {
    /// From the start-of-image marker up to what belongs to the first scan.
    package var header: Data
    /// Each with the tables that stand before it.
    package var scans: [Data] = []
    /// From the end-of-image marker on.
    package var end: Data

    package var data: Data { scans.reduce(header, +) + end }

    package init(_ file: Data) {
        let bytes = Array(file)
        var starts: [Int] = []
        var tables: Int?
        var at = 2
        var isInScan = false
        while at + 2 < bytes.count, bytes[at] != 0xff || bytes[at + 1] != 0xd9 {
            let isMarker = bytes[at] == 0xff && bytes[at + 1] != 0 && bytes[at + 1] & 0xf8 != 0xd0
            guard isMarker || !isInScan else {
                at += 1
                continue
            }
            let marker = bytes[at + 1]
            if marker == 0xc4 || marker == 0xda { tables = tables ?? at }
            isInScan = marker == 0xda
            if isInScan, let start = tables {
                starts.append(start)
                tables = nil
            }
            at += 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
        }
        header = Data(bytes[..<(starts.first ?? at)])
        for (index, start) in starts.enumerated() {
            scans.append(Data(bytes[start..<(index + 1 < starts.count ? starts[index + 1] : at)]))
        }
        end = Data(bytes[at...])
    }
}

extension Data {
    /// The place of the first of these bytes in a row.
    package func place(of bytes: [UInt8]) -> Int? { firstRange(of: Data(bytes))?.lowerBound }

    /// With other bytes at `place`.
    package func with(_ bytes: [UInt8], at place: Int) -> Data {
        var data = self
        data.replaceSubrange(place..<place + bytes.count, with: bytes)
        return data
    }
}
