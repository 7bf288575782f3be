/// A file of an output that is not as it was published.
package struct Finding: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case missing
        /// Shorter than it was.
        case truncated
        case changed
        /// Nothing that tilecut made.
        case extra
    }

    package let kind: Kind
    /// Path relative to the output.
    package let path: String
}

/// How an output compares with what was published there.
package struct Verification: Sendable {
    package let output: String
    package let images: Int
    /// Files that were compared.
    package let files: Int
    /// By path.
    package let findings: [Finding]
    /// What could not be compared, or not be kept in mind.
    package let warnings: [String]
}

/// How one image compares.
struct ImageVerification: Sendable {
    var name: String
    /// The key of what was compared with; empty where there is none.
    var key = ""
    var files = 0
    var findings: [Finding] = []
    var warnings: [String] = []

    func count(_ kind: Finding.Kind) -> Int { findings.count { $0.kind == kind } }

    /// What a build has to put right: `2 files missing, 1 changed`; empty for nothing.
    var damage: String {
        [Finding.Kind.missing, .truncated, .changed].compactMap { kind in
            let count = count(kind)
            return count == 0 ? nil : "\(count) file\(count == 1 ? "" : "s") \(kind.rawValue)"
        }.joined(separator: ", ")
    }
}
