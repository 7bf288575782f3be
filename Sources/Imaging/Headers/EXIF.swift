/// What is wanted of EXIF's TIFF structure (EXIF 2.32, TIFF 6.0).
enum EXIF {
    /// The orientation 1...8 that tag 274 of the first directory says; nonsense counts as 1.
    ///
    /// Files have the tag in every type and number of values; read as libexif reads it. The first of
    /// several tags counts that can be read.
    ///
    /// - Parameter bytes: with or without the name before the structure.
    static func orientation(_ bytes: [UInt8]) -> Int {
        let isNamed = bytes.starts(with: Array("Exif\0\0".utf8))
        let structure = TIFFStructure(Array(bytes.dropFirst(isNamed ? 6 : 0).prefix(65528)))
        return structure?.orientation ?? 1
    }
}

private struct TIFFStructure {
    private let bytes: [UInt8]
    private let isLittleEndian: Bool

    init?(_ bytes: [UInt8]) {
        isLittleEndian = bytes.starts(with: [0x49, 0x49, 42, 0])
        guard isLittleEndian || bytes.starts(with: [0x4d, 0x4d, 0, 42]) else { return nil }
        self.bytes = bytes
    }

    var orientation: Int? {
        guard let directory = number(at: 4, size: 4), let count = number(at: directory, size: 2)
        else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard entry + 12 <= bytes.count else { break }
            guard number(at: entry, size: 2) == 274, let value = value(ofEntryAt: entry) else {
                continue
            }
            return (1...8).contains(value) ? value : 1
        }
        return nil
    }

    /// The first value of an entry; `nil` of one that is not all there.
    private func value(ofEntryAt entry: Int) -> Int? {
        guard let type = number(at: entry + 2, size: 2), let size = Self.sizes[type],
            let count = number(at: entry + 4, size: 4), count > 0,
            let place = count * size > 4 ? number(at: entry + 8, size: 4) : entry + 8,
            place + count * size <= bytes.count
        else { return nil }
        switch type {
        // Text that is a number.
        case 2:
            let digits = bytes[place..<place + count].prefix { (0x30...0x39).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self)) ?? 0
        // A fraction counts by its numerator.
        case 5, 10: return number(at: place, size: 4)
        case 1, 3, 4, 6, 8, 9: return number(at: place, size: size)
        default: return 0
        }
    }

    /// Bytes a value, by type.
    private static let sizes = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8,
    ]

    private func number(at place: Int, size: Int) -> Int? {
        guard place + size <= bytes.count else { return nil }
        let digits = bytes[place..<place + size]
        return (isLittleEndian ? Array(digits.reversed()) : Array(digits)).reduce(0) {
            $0 << 8 | Int($1)
        }
    }
}
