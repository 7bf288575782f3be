import Glibc
import Manifests
import TilePyramid

/// Looks whether the sources of manifests are there to be read.
enum SourceCheck {
    /// One line a source that is not, in the order of the manifests.
    static func warnings(_ set: ManifestSet, order: [String]) -> [String] {
        let missing = set.jobs.compactMap { job in
            fault(of: job.source.path).map { (job.origin, job.source.manifestPath, $0) }
        }
        let unmatched = set.unmatched.map { ($0.origin, $0.pattern, $0.reason) }
        let places = Dictionary(zip(order, 0...), uniquingKeysWith: { first, _ in first })
        return (missing + unmatched).enumerated().sorted { a, b in
            let (first, second) = (a.element.0, b.element.0)
            return (places[first.file] ?? 0, first.line, a.offset)
                < (places[second.file] ?? 0, second.line, b.offset)
        }.map { "\($0.element.0): \($0.element.1): warning: \($0.element.2)" }
    }

    private static func fault(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, R_OK) == 0 else { return errorText(errno) }
        return status.st_mode & S_IFMT == S_IFREG ? nil : "is no regular file"
    }
}
