/// Takes bundled short options apart, which GOption does not: `-vj4` -> `-v --jobs=4`.
enum ShortOptions {
    static func separated(_ arguments: [String], knowing options: [Option]) -> [String] {
        var separated: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                return separated + [argument] + rest
            }
            let parts = parts(of: argument, knowing: options) ?? [argument]
            separated += parts
            if let last = parts.last, takesNext(last, knowing: options), let next = rest.popFirst()
            {
                separated.append(next)
            }
        }
        return separated
    }

    /// `nil` when the argument is no bundle of short options that are all known.
    private static func parts(of argument: String, knowing options: [Option]) -> [String]? {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2 else {
            return nil
        }
        var parts: [String] = []
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.letter == letter }) else { return nil }
            if option.value != nil && !letters.isEmpty {
                return parts + ["--\(option.name)=\(letters)"]
            }
            parts.append("-\(letter)")
        }
        return parts
    }

    /// Whether the argument is an option whose value is the next argument.
    private static func takesNext(_ argument: String, knowing options: [Option]) -> Bool {
        options.contains { option in
            option.value != nil
                && (argument == "--\(option.name)"
                    || option.letter.map { argument == "-\($0)" } ?? false)
        }
    }
}
