import Glibc
import Synchronization

/// Collects libvips' log messages by the thread that they come from: with a concurrency of 1 that
/// is the thread of the call that caused them.
enum VipsWarnings {
    private static let messages = Mutex<[UInt: [String]]>([:])

    /// Runs `body` and returns what it logged beside its result.
    static func collecting<Result>(_ body: () throws -> Result) rethrows -> (Result, [String]) {
        let thread = current
        // A collection inside another one keeps its messages from it.
        let outer = messages.withLock { messages in
            defer { messages[thread] = [] }
            return messages[thread]
        }
        defer { messages.withLock { $0[thread] = outer } }
        let result = try body()
        return (result, messages.withLock { $0[thread] ?? [] })
    }

    /// Messages from threads that nobody collects for are libvips' own business.
    fileprivate static func record(_ message: String) {
        let thread = current
        messages.withLock { $0[thread]?.append(message) }
    }

    private static var current: UInt { UInt(pthread_self()) }
}

/// Called by GLib on any thread, so it belongs to no actor.
nonisolated func recordVipsWarning(_ message: UnsafePointer<CChar>?) {
    if let message { VipsWarnings.record(String(cString: message)) }
}
