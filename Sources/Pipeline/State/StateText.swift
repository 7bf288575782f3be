/// Lines of a state file being written; texts that many images share are written once.
struct StateText {
    private(set) var bytes: [UInt8] = []
    private var ids: [String: Int]

    /// - Parameter shared: what stands in the file already.
    init(shared: [String]) {
        ids = Dictionary(zip(shared, 0...), uniquingKeysWith: { first, _ in first })
    }

    /// A whole file of what is known.
    init(_ contents: StateContents) {
        self.init(shared: [])
        bytes = Array("\(StateContents.header)\n".utf8)
        let images = contents.images.values.sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
        for image in images { append(image) }
        for damage in contents.damages.values.sorted(by: { $0.name < $1.name })
        where !damage.what.isEmpty {
            append(damage)
        }
    }

    mutating func append(_ record: ImageRecord) {
        let source = record.source
        let owner = id(of: record.owner)
        let recipe = id(of: record.recipe)
        let rowFormat = id(of: record.rowFormat)
        let folders = id(of: record.published.folders.joined(separator: "\n"))
        var line = RecordLine("I")
        line.add(record.name)
        line.add(owner)
        line.add(record.sourcePath)
        line.add(Int(Int64(bitPattern: source.identity.device)))
        line.add(Int(Int64(bitPattern: source.identity.inode)))
        for number in [
            source.identity.size, source.identity.modified, source.identity.changed, source.readAt,
        ] { line.add(number) }
        line.add(source.sha256)
        line.add(record.key)
        line.add(recipe)
        line.add(rowFormat)
        line.add(record.imageSize.width)
        line.add(record.imageSize.height)
        for number in record.published.descriptor { line.add(number) }
        line.add(record.published.descriptorChecksum)
        line.add(folders)
        line.add(record.published.foldersChecksum)
        line.add(record.catalogLine)
        bytes += line.ended
    }

    mutating func append(_ damage: StateContents.Damage) {
        var line = RecordLine("D")
        line.add(damage.name)
        line.add(damage.key)
        line.add(damage.what)
        bytes += line.ended
    }

    mutating func append(forgetting name: String) {
        var line = RecordLine("F")
        line.add(name)
        bytes += line.ended
    }

    /// Hands the lines over, to be written.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private mutating func id(of text: String) -> Int {
        if let id = ids[text] { return id }
        let id = ids.count
        ids[text] = id
        var line = RecordLine("S")
        line.add(id)
        line.add(text)
        bytes += line.ended
        return id
    }
}
