import Dispatch
import Raster
import Synchronization

/// What one worker keeps as long as the pool lives. Only ever used by the task it is handed to.
final class Worker: @unchecked Sendable {
    // SAFETY: a worker is in the hands of one task at a time; the pool's lock orders them.
    let encoder: any PixelEncoder
    let output = ByteBuffer()

    init(encoder: any PixelEncoder) {
        self.encoder = encoder
    }
}

/// Which of the waiting tasks runs next: the smallest. Older images go first, so that they are
/// finished and their memory is free; within an image reading goes first, because everything else
/// waits for it, and it is held back by the number of bands in flight instead.
struct TaskPriority: Comparable, Sendable {
    enum Stage: Int, Sendable { case publish, read, thumbnail, encode, start }

    let image: Int
    let stage: Stage

    static func < (a: Self, b: Self) -> Bool {
        (a.image, a.stage.rawValue) < (b.image, b.stage.rawValue)
    }
}

/// A fixed number of workers on Dispatch and one queue of tasks. A task never waits: what it
/// would wait for submits another task instead, so no thread of Dispatch is ever blocked.
final class WorkerPool: Sendable {
    private struct State {
        var tasks = TaskHeap()
        var idle: [Worker]
    }

    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "tilecut.workers", attributes: .concurrent)
    private let leaveThread: @Sendable () -> Void

    /// - Parameter leaveThread: called on a thread when a worker has no more to do on it.
    let workerCount: Int

    init(workers: [Worker], leaveThread: @escaping @Sendable () -> Void) {
        workerCount = workers.count
        state = Mutex(State(idle: workers))
        self.leaveThread = leaveThread
    }

    func submit(_ priority: TaskPriority, _ body: @escaping @Sendable (Worker) -> Void) {
        let woken = state.withLock { state in
            state.tasks.push(priority, body)
            return state.idle.popLast()
        }
        if let woken { queue.async { self.run(woken) } }
    }

    private func run(_ worker: Worker) {
        while let task = nextTask(for: worker) { task(worker) }
        leaveThread()
    }

    /// The next task, or `nil` after giving the worker back.
    private func nextTask(for worker: Worker) -> (@Sendable (Worker) -> Void)? {
        state.withLock { state in
            if let task = state.tasks.pop() { return task }
            state.idle.append(worker)
            return nil
        }
    }
}

/// A binary heap of tasks, smallest priority first, oldest first among equals.
struct TaskHeap {
    typealias Body = @Sendable (Worker) -> Void

    private struct Entry {
        let priority: TaskPriority
        let sequence: Int
        let body: Body

        func goesBefore(_ other: Entry) -> Bool {
            priority < other.priority
                || (priority == other.priority && sequence < other.sequence)
        }
    }

    private var entries: [Entry] = []
    private var nextSequence = 0

    mutating func push(_ priority: TaskPriority, _ body: @escaping Body) {
        entries.append(Entry(priority: priority, sequence: nextSequence, body: body))
        nextSequence += 1
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].goesBefore(entries[parent]) else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    mutating func pop() -> Body? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if entries.isEmpty { return first.body }
        entries[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].goesBefore(entries[smallest]) {
                smallest = child
            }
            if smallest == parent { break }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
        return first.body
    }
}
