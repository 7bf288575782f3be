import TilePyramid

/// Every file of a published image with its size and checksum: what `verify` compares with, and
/// what tells tilecut's own files from others.
///
/// It stands in `.tilecut/inventory` under the image's key, so that it belongs to the folder whose
/// descriptor has that key, whichever was written last when a run was killed.
///
/// ```
/// tilecut inventory 2
/// name bench
/// key 6f2c...
/// tiled:1 8012 00f3c6a1d2b49e57 512/bench_512_1_0_0.jpg
/// s 210 ...                     bench.dzi
/// t 5120 ...                    thumbnail.jpg
/// d 1893 ...                    datasource.json
/// end 9a...                     checksum of all above
/// ```
struct Inventory: Sendable {
    /// What a file is part of.
    enum Part: Hashable, Sendable {
        case level(LevelID)
        /// Of a layout.
        case sideFile
        case thumbnail
        case descriptor

        var text: String {
            switch self {
            case .level(let id): id.description
            case .sideFile: "s"
            case .thumbnail: "t"
            case .descriptor: "d"
            }
        }
    }

    struct Entry: Sendable {
        let part: Part
        /// Path in the image's folder.
        let path: String
        /// In bytes.
        let size: Int
        let checksum: Checksum
    }

    static let header = "tilecut inventory 2"

    let name: String
    let key: String
    private let bytes: [UInt8]
    private let body: Range<Int>

    /// - Returns: `nil` for what is no whole inventory.
    init?(_ bytes: [UInt8]) {
        var lines = Lines(bytes)
        guard lines.next()?.text == Self.header,
            let name = lines.next()?.after("name "), let key = lines.next()?.after("key ")
        else { return nil }
        self.name = name
        self.key = key
        let start = lines.position
        // `end ` + 16 digits + newline
        let end = bytes.count - 21
        guard end >= start, bytes.last == UInt8(ascii: "\n") else { return nil }
        let sum = bytes[..<end].withUnsafeBytes { Checksum($0) }
        guard String(decoding: bytes[end...], as: UTF8.self) == "end \(sum.hex)\n" else {
            return nil
        }
        self.bytes = bytes
        body = start..<end
    }

    fileprivate static func entry(_ line: Lines.Line) -> Entry? {
        var fields = line.fields(separator: UInt8(ascii: " "), most: 4)
        guard let part = fields.next()?.text, let size = fields.next()?.integer,
            let sum = fields.next().flatMap({ UInt64($0.text, radix: 16) }),
            let path = fields.next()?.text
        else { return nil }
        let kind: Part? =
            switch part {
            case "s": .sideFile
            case "t": .thumbnail
            case "d": .descriptor
            default: LevelID(part).map { .level($0) }
            }
        return kind.map {
            Entry(part: $0, path: path, size: size, checksum: Checksum(value: sum))
        }
    }
}

/// The entries in their order: levels, tiles row by row, side files, thumbnails, the descriptor. None
/// is kept: there may be millions.
extension Inventory: Sequence {
    struct Iterator: IteratorProtocol {
        fileprivate var lines: Lines

        mutating func next() -> Entry? {
            guard let line = lines.next() else { return nil }
            guard let entry = Inventory.entry(line) else {
                preconditionFailure("a whole inventory holds what this program wrote")
            }
            return entry
        }
    }

    func makeIterator() -> Iterator { Iterator(lines: Lines(bytes, in: body)) }
}

/// An inventory being written.
struct InventoryText {
    private var bytes: [UInt8]
    private var folders: Set<String> = []

    init(name: String, key: String) {
        bytes = Array("\(Inventory.header)\nname \(name)\nkey \(key)\n".utf8)
    }

    mutating func append(_ entry: Inventory.Entry) {
        bytes += "\(entry.part.text) \(entry.size) \(entry.checksum.hex) \(entry.path)\n".utf8
        var path = entry.path[...]
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            guard folders.insert(String(path)).inserted else { break }
        }
    }

    /// The folders of the files, in byte order.
    var sortedFolders: [String] {
        folders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The whole file.
    var ended: [UInt8] { bytes + "end \(Checksum(bytes).hex)\n".utf8 }
}
