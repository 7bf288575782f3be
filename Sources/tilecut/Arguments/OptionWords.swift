/// What GOption does not do for itself: it takes no bundle of short options with a value apart
/// (`-vj4` -> `-v --jobs=4`), and ignores the value of an option that has none (`--force=no`).
enum OptionWords {
    /// - Throws: `CommandFailure.usage` for a value where none belongs.
    static func separated(_ arguments: [String], knowing options: [Option])
        throws(CommandFailure) -> [String]
    {
        var separated: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                return separated + [argument] + rest
            }
            try refuseValue(in: argument, knowing: options)
            let parts = parts(of: argument, knowing: options) ?? [argument]
            separated += parts
            if let last = parts.last, takesNext(last, knowing: options), let next = rest.popFirst()
            {
                separated.append(next)
            }
        }
        return separated
    }

    private static func refuseValue(in argument: String, knowing options: [Option])
        throws(CommandFailure)
    {
        for option in options where option.value == nil {
            if argument.hasPrefix("--\(option.name)=") {
                throw .usage("option '--\(option.name)' takes no value")
            }
        }
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
