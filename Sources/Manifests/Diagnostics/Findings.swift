/// Collects the findings of a run: each once, sorted in the end.
struct Findings {
    private var order: [ExactText: Int] = [:]
    private var found: Set<Diagnostic> = []

    /// `file` comes after the files that have been started.
    mutating func start(_ file: String) {
        let key = ExactText(file)
        if order[key] == nil { order[key] = order.count }
    }

    /// A value that several images share is judged with each of them; what is found of it is found
    /// once.
    mutating func add(_ diagnostics: [Diagnostic]) {
        found.formUnion(diagnostics)
    }

    /// By file, in the order in which they were started, then by place.
    var sorted: [Diagnostic] {
        found.map { (order[ExactText($0.file)] ?? order.count, $0) }
            .sorted { $0.0 != $1.0 ? $0.0 < $1.0 : Diagnostic.precedes($0.1, $1.1) }
            .map(\.1)
    }
}
