import Files
import TilePyramid

/// What a state file says: its lines, of which a later one overrules earlier ones on the same image.
///
/// ```
/// tilecut state 2
/// S id text                  a text that many images share
/// I name owner ...           an image; the fields are those that `StateText` writes
/// F name                     an image that is no longer here
/// D name key what            what `verify` found wrong with it; nothing, when it is well again
/// ```
struct StateContents: Sendable {
    static let header = "tilecut state 2"

    private(set) var images: [Checksum: ImageRecord] = [:]
    private(set) var damages: [Checksum: Damage] = [:]
    private(set) var shared: [String] = []
    /// Whether something in the file could not be used: it is written anew then.
    private(set) var isFlawed = false
    /// Lines that later ones have overruled.
    private(set) var staleLines = 0

    struct Damage: Hashable, Sendable {
        let name: String
        let key: String
        let what: String
    }

    init() {}

    /// What cannot be read counts as not there: that costs a second look at an image, no more.
    init(_ bytes: [UInt8]) {
        var lines = Lines(bytes)
        guard lines.next()?.text == Self.header else {
            isFlawed = !bytes.isEmpty
            return
        }
        while let line = lines.next() {
            guard var fields = RecordLine.fields(line), let kind = fields.text(),
                apply(kind, &fields)
            else {
                isFlawed = true
                continue
            }
        }
        if lines.isTorn { isFlawed = true }
    }

    func image(_ name: String) -> ImageRecord? { images[Checksum(name)] }

    func damage(of name: String, key: String) -> Damage? {
        damages[Checksum(name)].flatMap { $0.key == key && !$0.what.isEmpty ? $0 : nil }
    }

    mutating func put(_ record: ImageRecord) {
        let id = Checksum(record.name)
        if images.updateValue(record, forKey: id) != nil { staleLines += 1 }
        if damages.removeValue(forKey: id) != nil { staleLines += 1 }
    }

    mutating func forget(_ name: String) {
        let id = Checksum(name)
        if images.removeValue(forKey: id) != nil { staleLines += 2 }
        damages[id] = nil
    }

    mutating func put(_ damage: Damage) {
        if damages.updateValue(damage, forKey: Checksum(damage.name)) != nil { staleLines += 1 }
    }

    private mutating func apply(_ kind: String, _ fields: inout RecordLine.Reader) -> Bool {
        switch kind {
        case "S":
            guard let id = fields.number(), id == shared.count, let text = fields.text() else {
                return false
            }
            shared.append(text)
        case "I":
            guard let record = Self.image(&fields, shared) else { return false }
            put(record)
        case "F":
            guard let name = fields.text() else { return false }
            forget(name)
        case "D":
            guard let name = fields.text(), let key = fields.text(), let what = fields.text()
            else { return false }
            put(Damage(name: name, key: key, what: what))
        default:
            return false
        }
        return true
    }

    private static func image(_ fields: inout RecordLine.Reader, _ shared: [String]) -> ImageRecord?
    {
        func sharedText() -> String? {
            fields.number().flatMap { shared.indices.contains($0) ? shared[$0] : nil }
        }
        guard let name = fields.text(), let owner = sharedText(), let path = fields.text(),
            let file = fields.numbers(6), let sha256 = fields.text(), let key = fields.text(),
            let recipe = sharedText(), let rowFormat = sharedText(),
            let size = fields.numbers(2), let descriptor = fields.numbers(3),
            let descriptorChecksum = fields.checksum(), let folders = sharedText(),
            let foldersChecksum = fields.checksum(), let catalogLine = fields.text()
        else { return nil }
        return ImageRecord(
            name: name, owner: owner, sourcePath: path,
            source: SourceSnapshot(
                sha256: sha256,
                identity: FileIdentity(
                    device: UInt64(bitPattern: Int64(file[0])),
                    inode: UInt64(bitPattern: Int64(file[1])), size: file[2], modified: file[3],
                    changed: file[4]),
                readAt: file[5]),
            key: key, recipe: recipe, rowFormat: rowFormat,
            imageSize: PixelSize(width: size[0], height: size[1]),
            published: PublishedStamp(
                descriptor: descriptor, descriptorChecksum: descriptorChecksum,
                folders: folders.split(separator: "\n").map(String.init),
                foldersChecksum: foldersChecksum),
            catalogLine: catalogLine)
    }
}
