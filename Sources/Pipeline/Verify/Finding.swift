/// A file of an output that is not as it was published.
public struct Finding: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case missing
        /// Shorter than it was.
        case truncated
        case changed
        /// Nothing that tilecut made.
        case extra
    }

    public let kind: Kind
    /// Path relative to the output.
    public let path: String
}

/// How an output compares with what was published there.
public struct Verification: Sendable {
    public let output: String
    public let images: Int
    /// Files that were compared.
    public let files: Int
    /// By path.
    public let findings: [Finding]
    /// What could not be compared, or not be kept in mind.
    public let notes: [String]
}

/// How one image compares.
struct ImageVerification: Sendable {
    var name: String
    /// The key of what was compared with; empty where there is none.
    var key = ""
    var files = 0
    var findings: [Finding] = []
    var notes: [String] = []

    func count(_ kind: Finding.Kind) -> Int { findings.count { $0.kind == kind } }

    /// What a build has to put right: `2 files missing, 1 changed`; empty for nothing.
    var damage: String {
        [Finding.Kind.missing, .truncated, .changed].compactMap { kind in
            let count = count(kind)
            return count == 0 ? nil : "\(count) file\(count == 1 ? "" : "s") \(kind.rawValue)"
        }.joined(separator: ", ")
    }
}
