import TilePyramid

/// An output that a batch holds, and what it takes to work there.
struct BatchTarget: Sendable {
    let root: OutputRoot
    let assessor: Assessor
    /// Owners by the path of the manifest.
    let owners: [String: String]

    init(
        _ output: OutputFolder, listings: [ManifestListing], options: BatchOptions,
        fingerprint: String, counters: RunCounters, waiting: OutputLock.Waiting?
    ) throws(EnvironmentFailure) {
        let root = try OutputRoot(output, waiting: waiting, isDurable: options.durable)
        let known = root.state.contents
        self.root = root
        assessor = Assessor(
            output: output, record: { root.state.image($0) },
            damage: { known.damage(of: $0, key: $1)?.what }, fingerprint: fingerprint,
            force: options.force, readsAll: options.checksum, isPlanOnly: false,
            isCancelled: { counters.isCancelled })
        owners = Dictionary(
            listings.map { listing in
                (
                    listing.manifest,
                    ManifestOwner.of(manifest: listing.manifest, output: output.path)
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    func owner(of job: Job) -> String { owners[job.origin.file] ?? job.origin.file }
}
