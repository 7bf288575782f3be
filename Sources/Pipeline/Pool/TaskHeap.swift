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
