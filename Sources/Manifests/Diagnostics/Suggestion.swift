/// The known word that an unknown one was probably meant to be.
package enum Suggestion {
    /// The candidate nearest to `word`, if it is near: at most one edit in three characters, case
    /// aside. The first of equally near ones.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.prefix(40).lowercased())
        let near = candidates.map { candidate in
            (candidate, distance(typed, Array(candidate.lowercased())))
        }.min { $0.1 < $1.1 }
        guard let (candidate, edits) = near,
            edits <= max(1, min(typed.count, candidate.count) / 3)
        else { return nil }
        return candidate
    }

    /// `; did you mean 'tileSizes'?`, or nothing.
    package static func hint(for word: String, among candidates: [String]) -> String {
        nearest(to: word, among: candidates).map { "; did you mean \($0.quoted)?" } ?? ""
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the
    /// other.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for i in first.indices {
            var row = [i + 1]
            for j in second.indices {
                var edits = min(
                    row[j] + 1, last[j + 1] + 1, last[j] + (first[i] == second[j] ? 0 : 1))
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
