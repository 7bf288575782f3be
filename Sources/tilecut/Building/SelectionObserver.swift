import Pipeline

/// Tells of the images that failed before the batch, as if they were its first.
struct SelectionObserver: RunObserver {
    private let progress: any RunProgress
    private let failed: [JobOutcome]

    init(_ progress: any RunProgress, failed: [JobOutcome]) {
        self.progress = progress
        self.failed = failed
    }

    func waits(for output: String, heldBy holder: String) {
        progress.waits(for: output, heldBy: holder)
    }

    func started(_ totals: RunTotals) {
        progress.started(
            RunTotals(
                images: totals.images + failed.count, sourceBytes: totals.sourceBytes))
        for outcome in failed { progress.ended(outcome) }
    }

    func ended(_ outcome: JobOutcome) { progress.ended(outcome) }
}
