import Dispatch
import Glibc
import Pipeline
import Synchronization

/// INT, TERM and HUP: the first asks the run to stop, and ends the process by force when that takes
/// too long; the second ends it at once. What is published by then is whole, what is not lies in
/// the staging area, which the next run sweeps.
final class Interruption: Sendable {
    private struct State {
        var signal: Int32?
        var temporary: String?
    }

    /// Leaves a margin to the 2 s within which the process has ended.
    private static let patience = DispatchTimeInterval.milliseconds(1500)

    private let counters: RunCounters
    private let bar: TextStream?
    private let state = Mutex(State())
    /// Its own thread, whatever the workers are doing.
    private let queue = DispatchQueue(label: "tilecut.signals", qos: .userInitiated)

    /// - Parameter bar: the terminal that may show a bar when the process is ended by force.
    init(cancelling counters: RunCounters, bar: TextStream?) {
        self.counters = counters
        self.bar = bar
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
            listen(to: number)
        }
    }

    /// The first signal that came.
    var signal: Int32? { state.withLock { $0.signal } }

    /// Names a file to remove when the process is ended by force.
    func removeWhenForced(_ path: String?) { state.withLock { $0.temporary = path } }

    private func listen(to number: Int32) {
        // Dispatch reads signals from a descriptor, which gets them only where they are blocked.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        // The handler keeps its source: it listens until the process ends.
        source.setEventHandler { self.received(number, from: source) }
        source.activate()
    }

    private func received(_ number: Int32, from source: any DispatchSourceSignal) {
        let isFirst = state.withLock { state in
            defer { state.signal = state.signal ?? number }
            return state.signal == nil
        }
        guard isFirst && source.data < 2 else { return endByForce() }
        counters.cancel()
        queue.asyncAfter(deadline: .now() + Self.patience) { self.endByForce() }
    }

    private func endByForce() {
        let ended = state.withLock { $0 }
        if let temporary = ended.temporary { unlink(temporary) }
        if let bar { Self.clearLine(bar.descriptor) }
        _exit(ExitStatus.signal(ended.signal ?? SIGTERM).code)
    }

    /// Clears the bar, unless the terminal has been stopped and would stop us, too.
    private static func clearLine(_ descriptor: Int32) {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&ready, 1, 0) == 1 else { return }
        write(descriptor, ProgressBar.clearing, ProgressBar.clearing.utf8.count)
    }

    /// Whoever started the process wants it to survive this signal, as nohup(1) does.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        // SAFETY: SIG_IGN is the address 1, no function; only the bits are compared.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
