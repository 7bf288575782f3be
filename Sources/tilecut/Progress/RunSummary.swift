import Pipeline

/// The last line of a run.
enum RunSummary {
    /// `12 images: 3 cut, 8 unchanged, 1 failed; 3,040 tiles, 48.1 MB in 1.8 s`
    static func text(_ report: Report) -> String {
        let statuses: [JobOutcome.Status] = [.cut, .unchanged, .failed, .skipped]
        let parts = statuses.compactMap { status in
            let count = report.count(status)
            return count == 0 ? nil : "\(Figures.grouped(count)) \(status.rawValue)"
        }
        let start = report.wasCancelled ? "interrupted: " : ""
        let images = Figures.count(report.outcomes.count, "image")
        let counts = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        let written =
            report.bytes == 0
            ? "" : "; \(Figures.count(report.tiles, "tile")), \(Figures.bytes(report.bytes))"
        return "\(start)\(images)\(counts)\(written) in \(Figures.duration(report.seconds))"
    }
}
