import Dispatch
import Synchronization

/// Runs Swift tasks on a pool's workers, among their other work: so that what happens to an image
/// can be written from top to bottom, and no thread waits.
final class PoolExecutor: TaskExecutor {
    private let pool: WorkerPool
    private let image: Int
    private let hasBegun: Atomic<Bool>

    /// The executor of the tasks about one image.
    ///
    /// What it does first goes after all work on older images, what comes later before it.
    init(_ pool: WorkerPool, image: Int) {
        self.pool = pool
        self.image = image
        hasBegun = Atomic(false)
    }

    /// The executor of what is about all images, and goes before all else.
    init(coordinating pool: WorkerPool) {
        self.pool = pool
        image = -1
        hasBegun = Atomic(true)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let stage: TaskPriority.Stage =
            hasBegun.exchange(true, ordering: .relaxed) ? .publish : .start
        pool.submit(TaskPriority(image: image, stage: stage)) { _ in
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }

    /// Runs `body` on the pool; the calling thread, which must be none of the pool's, waits for its
    /// end.
    static func run<Value: Sendable>(
        on pool: WorkerPool, _ body: @escaping @Sendable () async -> Value
    ) -> Value {
        let result = Mutex<Value?>(nil)
        let ended = DispatchSemaphore(value: 0)
        Task.detached(executorPreference: PoolExecutor(coordinating: pool)) {
            let value = await body()
            result.withLock { $0 = value }
            ended.signal()
        }
        ended.wait()
        guard let value = result.withLock({ $0 }) else {
            preconditionFailure("the task has signalled its end after leaving its result")
        }
        return value
    }
}
