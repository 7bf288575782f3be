import Files
import TilePyramid

/// Finds out what is due in one output, by `stat` where that is enough.
struct Assessor: Sendable {
    let output: OutputFolder
    /// A record is looked up when its image is assessed.
    let record: @Sendable (_ name: String) -> ImageRecord?
    let damage: @Sendable (_ name: String, _ key: String) -> String?
    let fingerprint: String
    let force: Bool
    /// Read every source, whatever `stat` says.
    let readsAll: Bool
    /// Sources are read for their digest only where something is published.
    let isPlanOnly: Bool
    let isCancelled: @Sendable () -> Bool

    /// - Throws: `SourceFailure`, `SourceRefusal`, `SystemError`, `Cancelled`.
    func assess(_ job: Job, owner: String) throws -> Assessment {
        var recipe = Recipe(of: job, fingerprint: fingerprint)
        let record = record(job.name)
        let published = try published(job.name, record)
        if isPlanOnly, published == nil, job.sha256 == nil {
            _ = try OpenSource.identity(of: job.source.path)
            return .due(
                due(nil, recipe, key: "", [try missing(job.name, record)], previous: nil))
        }
        let source = try source(of: job, record)
        let snapshot = source.snapshot
        if let pin = job.sha256, pin != snapshot.sha256 {
            throw SourceRefusal.wrongDigest(expected: pin, found: snapshot.sha256)
        }
        var key = CutKey.key(of: job, sourceSHA256: snapshot.sha256, recipe: recipe)
        if job.onDamage == .keep, let published {
            let kept = CutKey.key(
                of: job, sourceSHA256: snapshot.sha256, recipe: recipe.keepingDamage)
            if published.key == kept || isKnownDamage(snapshot, record) {
                (recipe, key) = (recipe.keepingDamage, kept)
            }
        }
        guard let published else {
            let reason = try missing(job.name, record)
            return .due(due(source, recipe, key: key, [reason], previous: nil))
        }
        if force { return .due(due(source, recipe, key: key, [.forced], previous: nil)) }
        let found = try PublishedCheck(output: output, name: job.name, published: published)
            .damage()
        if let what = found.damage ?? damage(job.name, published.key) {
            return .due(due(source, recipe, key: key, [.damaged(what)], previous: nil))
        }
        guard published.key == key else {
            return .due(
                changed(
                    source, recipe, key: key,
                    record.flatMap { $0.key == published.key ? $0 : nil }))
        }
        let stamped = found.stamp.map { stamp in
            ImageRecord(
                name: job.name, owner: owner, sourcePath: job.source.manifestPath, source: snapshot,
                key: key, recipe: recipe.text, rowFormat: record?.rowFormat ?? "",
                imageSize: published.imageSize, published: stamp,
                catalogLine: published.catalogLine)
        }
        return .current(stamped, imageSize: published.imageSize)
    }

    private func due(
        _ source: AssessedSource?, _ recipe: Recipe, key: String, _ reasons: [DueReason],
        previous: ImageRecord?, parts: CutParts = .everything, needsSameRows: Bool = false
    ) -> DueImage {
        DueImage(
            source: source, recipe: recipe, key: key, parts: parts, needsSameRows: needsSameRows,
            previous: previous, reasons: reasons)
    }

    /// Whether these bytes are known to be damaged.
    private func isKnownDamage(_ source: SourceSnapshot, _ record: ImageRecord?) -> Bool {
        guard let record, record.source.sha256 == source.sha256 else { return false }
        return Recipe(text: record.recipe).keepsDamage
    }

    /// Why an image without a usable descriptor is due.
    private func missing(_ name: String, _ record: ImageRecord?) throws -> DueReason {
        if record == nil { return .new }
        return try FileSystem.status(of: name, in: output.folder) == nil
            ? .damaged("the folder is missing") : .damaged("\(Descriptor.fileName)")
    }

    private func source(of job: Job, _ record: ImageRecord?) throws -> AssessedSource {
        let now = try OpenSource.identity(of: job.source.path)
        if !readsAll, let known = record?.source, known.identity == now,
            !now.mayHideAChange(readAt: known.readAt)
        {
            return .remembered(known)
        }
        return .read(
            try DigestedSource(reading: OpenSource(job.source.path), isCancelled: isCancelled))
    }

    private func published(_ name: String, _ record: ImageRecord?) throws -> PublishedImage? {
        if let record,
            record.published.descriptor == (try PublishedStamp.descriptor(of: name, in: output))
        {
            return PublishedImage(record)
        }
        guard let bytes = try output.descriptorBytes(of: name) else { return nil }
        let checksum = Checksum(bytes)
        if let record, record.published.descriptorChecksum == checksum {
            return PublishedImage(record)
        }
        guard let descriptor = Descriptor(file: bytes),
            descriptor.name.utf8.elementsEqual(name.utf8)
        else { return nil }
        return PublishedImage(descriptor, checksum: checksum)
    }

    /// The settings or the source differ: as little as possible is cut.
    private func changed(
        _ source: AssessedSource, _ recipe: Recipe, key: String, _ record: ImageRecord?
    ) -> DueImage {
        guard let record else { return due(source, recipe, key: key, [.unknown], previous: nil) }
        let change = RecipeChange(from: Recipe(text: record.recipe), to: recipe)
        let hasNewSettings = record.recipe != recipe.text
        guard record.source.sha256 == source.snapshot.sha256 else {
            let reasons = [.sourceChanged] + (hasNewSettings ? change.reasons : [])
            return due(source, recipe, key: key, reasons, previous: nil)
        }
        guard change.parts != .everything else {
            return due(source, recipe, key: key, change.reasons, previous: nil)
        }
        return due(
            source, recipe, key: key, change.reasons, previous: record, parts: change.parts,
            needsSameRows: change.dropsParts || change.parts != .nothing)
    }
}

/// What is known of a published image, from its record or its descriptor.
struct PublishedImage: Sendable {
    let key: String
    let imageSize: PixelSize
    let catalogLine: String
    let descriptorChecksum: Checksum
    /// `nil` where only the descriptor tells.
    let stamp: PublishedStamp?

    init(_ record: ImageRecord) {
        key = record.key
        imageSize = record.imageSize
        catalogLine = record.catalogLine
        descriptorChecksum = record.published.descriptorChecksum
        stamp = record.published
    }

    init(_ descriptor: Descriptor, checksum: Checksum) {
        key = descriptor.key
        imageSize = descriptor.imageSize
        catalogLine = Catalog.Entry(descriptor).line
        descriptorChecksum = checksum
        stamp = nil
    }
}
