import Files

/// The items in a HEIF file's `meta` box (ISO/IEC 14496-12, 8.11): which is the picture, what is said of
/// each, and what they are to each other.
struct HEIFItems {
    let primary: Int
    private(set) var references: [(type: String, from: Int, to: [Int])] = []

    private let file: OpenSource
    /// The boxes that items have in common, and which ones an item has.
    private let shared: [ISOBox]
    private let maps: [ISOBox]

    static let sequence = ImagingError.unsupportedPixels("an image sequence in HEIF")

    /// `nil` where no item is the picture.
    init?(_ meta: ISOBox, _ file: OpenSource) throws(ImagingError) {
        let inside = try ISOBox.all(in: Self.behindVersion(meta), of: file)
        guard let place = inside.first(where: { $0.type == "pitm" }),
            let version = try file.number(at: place.content.lowerBound, size: 1),
            let primary = try file.number(
                at: place.content.lowerBound + 4, size: version == 0 ? 2 : 4)
        else { return nil }
        self.primary = primary
        self.file = file
        let parts =
            if let properties = inside.first(where: { $0.type == "iprp" }) {
                try ISOBox.all(in: properties.content, of: file)
            } else {
                [ISOBox]()
            }
        maps = parts.filter { $0.type == "ipma" }
        shared =
            if let list = parts.first(where: { $0.type == "ipco" }) {
                try ISOBox.all(in: list.content, of: file)
            } else {
                []
            }
        if let box = inside.first(where: { $0.type == "iref" }) { try readReferences(box) }
    }

    private static func behindVersion(_ box: ISOBox) -> Range<Int> {
        min(box.content.lowerBound + 4, box.content.upperBound)..<box.content.upperBound
    }

    private mutating func readReferences(_ box: ISOBox) throws(ImagingError) {
        let size = try file.number(at: box.content.lowerBound, size: 1) == 0 ? 2 : 4
        for reference in try ISOBox.all(in: Self.behindVersion(box), of: file) {
            var numbers = Numbers(
                bytes: try file.bytes(
                    at: reference.content.lowerBound, count: min(reference.content.count, 65536)))
            let from = numbers.next(size)
            let count = numbers.next(2)
            let to = (0..<count).map { _ in numbers.next(size) }
            references.append((reference.type, from, to))
        }
    }

    /// What is said of an item.
    func properties(of item: Int) throws(ImagingError) -> [ISOBox] {
        var found: [ISOBox] = []
        for map in maps {
            for place in try places(of: item, in: map) where place > 0 && place <= shared.count {
                found.append(shared[place - 1])
            }
        }
        return found
    }

    /// The properties of an item, by their place among the shared ones, from 1.
    private func places(of wanted: Int, in map: ISOBox) throws(ImagingError) -> [Int] {
        var numbers = Numbers(
            bytes: try file.bytes(
                at: map.content.lowerBound, count: min(map.content.count, 1 << 20)))
        let version = numbers.next(1)
        let isWide = numbers.next(3) & 1 == 1
        for _ in 0..<numbers.next(4) {
            let item = numbers.next(version < 1 ? 2 : 4)
            let count = numbers.next(1)
            let places = (0..<count).map { _ in
                numbers.next(isWide ? 2 : 1) & (isWide ? 0x7fff : 0x7f)
            }
            if item == wanted { return places }
            if numbers.areAtEnd { break }
        }
        return []
    }

    /// Big-endian numbers one after the other; 0 behind the last.
    private struct Numbers {
        let bytes: [UInt8]
        private var at = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var areAtEnd: Bool { at >= bytes.count }

        mutating func next(_ size: Int) -> Int {
            guard at + size <= bytes.count else {
                at = bytes.count
                return 0
            }
            defer { at += size }
            return bytes[at..<at + size].reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
