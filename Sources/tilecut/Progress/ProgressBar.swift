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

/// The bar as text:
///
///     [=======>            ]  38%  12/40 images  3,040 tiles  1,234 tiles/s  0:07 left
enum BarLine {
    private static let longestBar = 40
    private static let shortestBar = 8

    /// At most `width - 1` columns, so that no terminal wraps it; what fits least is left out.
    static func text(_ snapshot: RunSnapshot, width: Int) -> String {
        let room = max(0, width - 1)
        let percent = percent(snapshot)
        let images =
            "\(Figures.grouped(snapshot.imagesEnded))/\(Figures.count(snapshot.images, "image"))"
        let tiles = Figures.count(snapshot.tiles, "tile")
        let rate = "\(Figures.grouped(Int(snapshot.tilesPerSecond.rounded()))) tiles/s"
        let left = snapshot.secondsLeft.map { ["\(Figures.clock($0)) left"] } ?? []
        let choices = [
            [percent, images, tiles, rate] + left, [percent, images, tiles] + left,
            [percent, images] + left, [percent] + left, [percent],
        ]
        let texts = choices.map { $0.joined(separator: "  ") }
        guard let text = texts.first(where: { $0.count <= room }) else {
            return String(percent.prefix(room))
        }
        // Two brackets and a space.
        let cells = min(longestBar, room - text.count - 3)
        return cells < shortestBar ? text : "\(bar(snapshot.fraction, cells: cells)) \(text)"
    }

    private static func bar(_ fraction: Double, cells: Int) -> String {
        let done = Int(Double(cells) * fraction)
        if done == cells { return "[" + String(repeating: "=", count: cells) + "]" }
        return "[" + String(repeating: "=", count: done) + ">"
            + String(repeating: " ", count: cells - done - 1) + "]"
    }

    /// Never rounds up to what is not reached yet.
    private static func percent(_ snapshot: RunSnapshot) -> String {
        let number = String(Int(snapshot.fraction * 100))
        return String(repeating: " ", count: max(0, 3 - number.count)) + number + "%"
    }
}
