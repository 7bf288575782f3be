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
