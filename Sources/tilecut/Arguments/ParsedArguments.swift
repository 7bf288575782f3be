/// What was typed: the options with their values, and the rest.
struct ParsedArguments: Sendable {
    /// By the option's name, in the order in which they were given.
    private let values: [String: [String]]
    private let flags: Set<String>
    /// What is no option.
    let operands: [String]

    init(values: [String: [String]], flags: Set<String>, operands: [String]) {
        self.values = values
        self.flags = flags
        self.operands = operands
    }

    func has(_ option: Option) -> Bool { flags.contains(option.name) }

    func all(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// The value that holds: of an option given more than once, the last.
    func last(_ option: Option) -> String? { all(option).last }

    /// - Throws: `CommandFailure.usage` for anything but a whole number in `range`.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = last(option) else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
            range.contains(number)
        else {
            throw .usage(
                "expected a whole number from \(range.lowerBound) to \(range.upperBound) for "
                    + "'--\(option.name)' but found '\(text)'")
        }
        return number
    }

    /// - Throws: `CommandFailure.usage` when the value is empty, which is always a slip, such as an
    ///   unset variable of a shell.
    func lastNonEmpty(_ option: Option) throws(CommandFailure) -> String? {
        guard let value = last(option) else { return nil }
        if value.isEmpty { throw .usage("the value of '--\(option.name)' is empty") }
        return value
    }
}
