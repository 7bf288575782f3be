import Manifests
import Pipeline

/// Tells on stderr how a run goes. Besides what an observer hears of the batch, it is told, in this
/// order, what comes before and after.
protocol RunProgress: RunObserver {
    /// What was found in the manifests; with an error among it, it is the last that is told.
    func found(_ diagnostics: [Diagnostic])
    /// The run has ended. `failures` are what kept it as a whole from ending well.
    func ended(_ report: Report, failures: [String], _ status: ExitStatus)
    /// The run could not be done; the last that is told.
    func failed(_ failure: CommandFailure)
}

/// How far a run is.
struct RunSnapshot: Sendable {
    let images: Int
    let imagesEnded: Int
    /// Tiles written.
    let tiles: Int
    let tilesPerSecond: Double
    /// Bytes of all sources, and of those whose images have ended.
    let sourceBytes: Int
    let sourceBytesEnded: Int
    /// Since the run began.
    let seconds: Double

    /// The part of the work that is done, 0...1: by the sources' bytes.
    var fraction: Double {
        if sourceBytes > 0 { return min(1, Double(sourceBytesEnded) / Double(sourceBytes)) }
        return images > 0 ? Double(imagesEnded) / Double(images) : 1
    }

    /// `nil` while there is too little to go by.
    var secondsLeft: Double? {
        guard seconds >= 1, fraction >= 0.02 else { return nil }
        return seconds * (1 - fraction) / fraction
    }
}

/// Tiles a second over the last few seconds.
struct TileRate: Sendable {
    private static let window = 3.0
    private var samples: [(tiles: Int, seconds: Double)] = [(0, 0)]

    mutating func add(tiles: Int, at seconds: Double) {
        samples.append((tiles, seconds))
        // One sample older than the window stays, to measure from.
        let recent = samples.firstIndex { $0.seconds > seconds - Self.window } ?? 0
        samples.removeFirst(max(0, recent - 1))
    }

    var tilesPerSecond: Double {
        guard let first = samples.first, let last = samples.last, last.seconds > first.seconds
        else { return 0 }
        return Double(last.tiles - first.tiles) / (last.seconds - first.seconds)
    }
}
