import Dispatch
import Files
import Synchronization
import TilePyramid

/// Finds out what a build would do; writes nothing and takes no lock, so what it says may be out of
/// date when another run is at work.
package struct Planner: Sendable {
    private let jobs: [Job]
    private let listings: [ManifestListing]
    private let fingerprint: String
    private let force: Bool
    private let checksum: Bool

    /// - Parameters:
    ///   - jobs: in the order of the manifests.
    ///   - listings: all that the manifests list, of which `jobs` may be a part.
    ///   - checksum: read every source, whatever `stat` says.
    package init(
        jobs: [Job], listings: [ManifestListing], fingerprint: String, force: Bool, checksum: Bool
    ) {
        self.jobs = jobs
        self.listings = listings
        self.fingerprint = fingerprint
        self.force = force
        self.checksum = checksum
    }

    /// - Throws: `EnvironmentFailure.notReadable`.
    package func run() throws(EnvironmentFailure) -> BatchPlan {
        var targets: [String: PlanTarget] = [:]
        for path in Set(jobs.map(\.output) + listings.map(\.output)).sorted() {
            targets[path] = try target(path)
        }
        let items = Mutex([BatchPlan.Item?](repeating: nil, count: jobs.count))
        DispatchQueue.concurrentPerform(iterations: jobs.count) { [targets] index in
            let item = item(jobs[index], targets[jobs[index].output])
            items.withLock { $0[index] = item }
        }
        let unlisted = targets.sorted { $0.key < $1.key }.flatMap { path, target in
            UnlistedImage.all(
                listings.filter { $0.output == path }, output: path,
                Array(target.state.images.values))
        }
        return BatchPlan(items: items.withLock { $0.compactMap(\.self) }, unlisted: unlisted)
    }

    private struct PlanTarget: Sendable {
        let state: StateContents
        let assessor: Assessor

        func obstacle(to name: String) throws(SystemError) -> PublishFailure? {
            let output = assessor.output
            guard let standing = try FileSystem.status(of: name, in: output.folder) else {
                return nil
            }
            return try output.obstacle(
                to: name, standing: standing, isRecorded: state.image(name) != nil)
        }
    }

    /// `nil` where nothing has been published yet.
    private func target(_ path: String) throws(EnvironmentFailure) -> PlanTarget? {
        do {
            let output = try OutputFolder(path)
            let bytes = try FileSystem.contents(StateLog.path, in: output.folder)
            let state = StateContents(bytes ?? [])
            return PlanTarget(
                state: state,
                assessor: Assessor(
                    output: output, record: { state.image($0) },
                    damage: { state.damage(of: $0, key: $1)?.what }, fingerprint: fingerprint,
                    force: force, readsAll: checksum, isPlanOnly: true, isCancelled: { false }))
        } catch {
            if error.isMissing { return nil }
            throw .notReadable(output: path, error)
        }
    }

    private func item(_ job: Job, _ target: PlanTarget?) -> BatchPlan.Item {
        let verdict: BatchPlan.Item.Verdict
        do {
            if let target {
                switch try target.assessor.assess(job, owner: "") {
                case .current: verdict = .current
                case .due(let due):
                    verdict =
                        try target.obstacle(to: job.name).map { .fails($0.description) }
                        ?? .due(due.reasons)
                }
            } else {
                _ = try OpenSource.identity(of: job.source.path)
                verdict = .due([.new])
            }
        } catch {
            verdict = .fails(String(describing: error))
        }
        return BatchPlan.Item(
            name: job.name, origin: job.origin, source: job.source.manifestPath,
            output: job.output, verdict: verdict)
    }
}
