/// The known word that an unknown one was probably meant to be.
enum Suggestion {
    /// `; did you mean 'build'?`, or nothing when no candidate is near: at most one edit in three
    /// characters.
    static func hint(for typed: String, among candidates: [String]) -> String {
        let word = Array(typed.prefix(80).lowercased())
        let near = candidates.map { candidate in
            (candidate: candidate, edits: distance(word, Array(candidate.lowercased())))
        }.min { $0.edits < $1.edits }
        guard let near, near.edits <= max(1, min(word.count, near.candidate.count) / 3) else {
            return ""
        }
        return "; did you mean '\(near.candidate)'?"
    }

    /// Insertions, deletions, replacements and swaps of neighbours that make one of the other.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                let replaced = last[j] + (first[i] == second[j] ? 0 : 1)
                var edits = min(row[j] + 1, last[j + 1] + 1, replaced)
                if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
                    edits = min(edits, beforeLast[j - 1] + 1)
                }
                row.append(edits)
            }
            beforeLast = last
            last = row
        }
        return last[second.count]
    }
}
