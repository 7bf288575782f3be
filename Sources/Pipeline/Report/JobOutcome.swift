import TilePyramid

/// What became of one image.
package struct JobOutcome: Sendable {
    package enum Status: String, Sendable {
        /// Cut and published.
        case cut
        /// Up to date; nothing was written.
        case unchanged
        /// Not cut; what was published before is as it was.
        case failed
        /// Not begun, or given up because the run was asked to stop.
        case skipped
    }

    package let name: String
    package let origin: ManifestOrigin
    /// The source's path relative to the manifest.
    package let source: String
    /// The output root.
    package let output: String
    package let status: Status
    package let imageSize: PixelSize?
    /// Tiles written.
    package let tiles: Int
    /// Bytes of all files written.
    package let bytes: Int
    /// Seconds from when the image was begun to its outcome, with what it waited for memory.
    package let seconds: Double
    /// Why it failed.
    package let error: String?
    /// About the source; none changed a pixel.
    package let warnings: [String]
    /// Whether an earlier pyramid of this name still stands, after a failure.
    package let keptPrevious: Bool
    /// Whether it failed for want of disk space.
    package let isDiskFull: Bool

    package init(
        name: String, origin: ManifestOrigin, source: String, output: String, status: Status,
        imageSize: PixelSize? = nil, tiles: Int = 0, bytes: Int = 0, seconds: Double = 0,
        error: String? = nil, warnings: [String] = [], keptPrevious: Bool = false,
        isDiskFull: Bool = false
    ) {
        self.name = name
        self.origin = origin
        self.source = source
        self.output = output
        self.status = status
        self.imageSize = imageSize
        self.tiles = tiles
        self.bytes = bytes
        self.seconds = seconds
        self.error = error
        self.warnings = warnings
        self.keptPrevious = keptPrevious
        self.isDiskFull = isDiskFull
    }

    /// The line that tells of a failure:
    /// `manifests/europe.yaml:12: photos/x.jpg: truncated JPEG; the previous tiles were kept`.
    package var failureLine: String? {
        guard let error else { return nil }
        let kept = keptPrevious ? "; the previous tiles were kept" : ""
        return "\(origin): \(source): \(error)\(kept)"
    }

    /// One line a warning: `manifests/europe.yaml:12: photos/x.jpg: warning: ...`.
    package var warningLines: [String] {
        warnings.map { "\(origin): \(source): warning: \($0)" }
    }
}

extension JobOutcome {
    /// The outcome of a job that was not begun.
    package static func skipped(_ job: Job) -> JobOutcome {
        JobOutcome(
            name: job.name, origin: job.origin, source: job.source.manifestPath,
            output: job.output, status: .skipped)
    }
}
