import Dispatch
import Pipeline
import Synchronization

/// One line at the bottom of a terminal, redrawn ten times a second.
final class ProgressBar: Sendable {
    private struct State {
        var isRunning = false
        var images = 0
        var imagesEnded = 0
        var sourceBytes = 0
        var rate = TileRate()
    }

    /// Goes to the start of the line and clears it.
    static let clearing = "\r\u{1B}[K"
    private static let interval = DispatchTimeInterval.milliseconds(100)

    private let stream: TextStream
    private let counters: RunCounters
    private let width: @Sendable () -> Int
    private let now: @Sendable () -> Double
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "tilecut.progress", qos: .userInitiated)

    /// - Parameters:
    ///   - width: columns of the terminal.
    ///   - now: seconds since the run began.
    init(
        _ stream: TextStream, counters: RunCounters, width: @escaping @Sendable () -> Int,
        now: @escaping @Sendable () -> Double
    ) {
        self.stream = stream
        self.counters = counters
        self.width = width
        self.now = now
    }

    func start(_ totals: RunTotals) {
        state.withLock { state in
            state.images = totals.images
            state.sourceBytes = totals.sourceBytes
            state.isRunning = true
        }
        tick()
    }

    /// - Parameter text: whole lines, which the bar stays below; or nothing.
    func imageEnded(writingAbove text: String) {
        state.withLock { state in
            state.imagesEnded += 1
            if text.isEmpty { return }
            stream.write(state.isRunning ? Self.clearing + text + line(&state) : text)
        }
    }

    /// Takes the bar away for good.
    func stop() {
        state.withLock { state in
            if state.isRunning { stream.write(Self.clearing) }
            state.isRunning = false
        }
    }

    private func tick() {
        let isRunning = state.withLock { state in
            if state.isRunning { stream.write("\r" + line(&state) + "\u{1B}[K") }
            return state.isRunning
        }
        if isRunning { queue.asyncAfter(deadline: .now() + Self.interval) { self.tick() } }
    }

    private func line(_ state: inout State) -> String {
        let now = now()
        let tiles = counters.tiles
        state.rate.add(tiles: tiles, at: now)
        let snapshot = RunSnapshot(
            images: state.images, imagesEnded: state.imagesEnded, tiles: tiles,
            tilesPerSecond: state.rate.tilesPerSecond, sourceBytes: state.sourceBytes,
            sourceBytesEnded: counters.sourceBytes, seconds: now)
        return BarLine.text(snapshot, width: width())
    }
}
