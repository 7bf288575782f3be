import Synchronization

/// The memory that the pixel buffers of all images in flight may take together.
final class MemoryBudget: Sendable {
    private struct State {
        var free: Int
        var waiting: [Request] = []
    }

    private struct Request {
        let bytes: Int
        let granted: CheckedContinuation<Void, Never>
    }

    let limit: Int
    private let state: Mutex<State>

    /// - Parameter limit: in bytes.
    init(limit: Int) {
        self.limit = limit
        state = Mutex(State(free: limit))
    }

    /// Runs `body` while `bytes` are set aside: at once, or when others have given enough back, in
    /// the order of asking.
    ///
    /// - Precondition: `bytes <= limit`; more could never be granted.
    func reserving<Value: Sendable>(
        _ bytes: Int, _ body: () async throws -> Value
    ) async throws -> Value {
        precondition(bytes <= limit, "the caller has compared it with the limit")
        await withCheckedContinuation { granted in
            let isFree = state.withLock { state in
                if state.waiting.isEmpty && bytes <= state.free {
                    state.free -= bytes
                    return true
                }
                state.waiting.append(Request(bytes: bytes, granted: granted))
                return false
            }
            if isFree { granted.resume() }
        }
        defer { release(bytes) }
        return try await body()
    }

    private func release(_ bytes: Int) {
        let ready = state.withLock { state in
            state.free += bytes
            var ready: [Request] = []
            while let next = state.waiting.first, next.bytes <= state.free {
                state.free -= next.bytes
                ready.append(state.waiting.removeFirst())
            }
            return ready
        }
        for request in ready { request.granted.resume() }
    }
}
