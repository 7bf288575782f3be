import TilePyramid

/// The end of a run: images that are no longer listed, the catalogs, the locks.
struct BatchClosing {
    struct Result: Sendable {
        var failure: EnvironmentFailure?
        var unlisted: [UnlistedImage] = []
    }

    let listings: [ManifestListing]
    let prunes: Bool

    /// All outputs are tried; the first fault is returned.
    func close(_ roots: [OutputRoot]) -> Result {
        var result = Result()
        for root in roots.sorted(by: { $0.path < $1.path }) {
            do {
                let unlisted = UnlistedImage.all(
                    listings.filter { $0.output == root.path }, output: root.path,
                    root.state.images)
                // First the catalog, so that nobody is led to an image that is gone.
                let leaving = prunes ? unlisted.filter(\.mayBeRemoved) : []
                try CatalogFile.update(
                    in: root, leavingOut: Set(leaving.map { Checksum($0.name) }))
                for image in unlisted {
                    let isLeaving = prunes && image.mayBeRemoved
                    result.unlisted.append(
                        isLeaving ? try Pruning(root: root).remove(image) : image)
                }
                try root.close()
            } catch {
                result.failure = result.failure ?? .notWritable(output: root.path, error)
            }
        }
        return result
    }
}

/// What a run came to.
package struct BatchResult: Sendable {
    /// One a job, in the jobs' order.
    package let outcomes: [JobOutcome]
    /// What kept the run as a whole from ending well, whatever became of its images: a catalog
    /// that could not be written, or no disk space for any image.
    package let environmentFailure: EnvironmentFailure?

    /// Images that their manifest no longer lists.
    package let unlisted: [UnlistedImage]

    init(outcomes: [JobOutcome], closing: BatchClosing.Result) {
        self.outcomes = outcomes
        unlisted = closing.unlisted
        let full = !outcomes.isEmpty && outcomes.allSatisfy { $0.isDiskFull }
        environmentFailure =
            full
            ? outcomes.first.map { .diskFull(output: $0.output) } ?? closing.failure
            : closing.failure
    }
}
