import Manifests

/// What the values of options mean, and what is said of those that mean nothing.
extension ParsedArguments {
    /// - Throws: `CommandFailure.usage` when the value is empty, which is always a slip, such as an
    ///   unset variable of a shell.
    func lastNonEmpty(_ option: Option) throws(CommandFailure) -> String? {
        guard let value = last(option) else { return nil }
        if value.isEmpty { throw .usage("the value of '--\(option.name)' is empty") }
        return value
    }

    /// - Throws: `CommandFailure.usage` for anything but a whole number in `range`.
    func number(_ option: Option, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = last(option) else { return nil }
        guard let number = Self.digits(text[...]), range.contains(number) else {
            throw .usage(
                "expected a whole number from \(range.lowerBound) to \(range.upperBound) for "
                    + "'--\(option.name)' but found '\(text)'")
        }
        return number
    }

    /// A number of bytes: `512M`, `2G` or plain bytes; K, M, G and T are powers of 1024.
    ///
    /// - Throws: `CommandFailure.usage` for anything but a size from 16M to 64T.
    func byteSize(_ option: Option) throws(CommandFailure) -> Int? {
        guard let text = last(option) else { return nil }
        guard let bytes = Self.bytes(text), ((16 << 20)...(64 << 40)).contains(bytes) else {
            throw .usage(
                "expected a size from 16M to 64T for '--\(option.name)', such as 512M or 2G, "
                    + "but found '\(text)'")
        }
        return bytes
    }

    /// - Throws: `CommandFailure.usage` for anything but one of the choice's words.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ option: Option, default standard: Choice
    ) throws(CommandFailure) -> Choice {
        guard let text = last(option) else { return standard }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue)
            let listed =
                words.dropLast().joined(separator: ", ") + " or " + words.suffix(1).joined()
            throw .usage(
                "expected \(listed) for '--\(option.name)' but found '\(text)'"
                    + Suggestion.hint(for: text, among: words))
        }
        return choice
    }

    /// - Throws: `CommandFailure.usage` when there is none, or an empty one.
    func manifests() throws(CommandFailure) -> [String] {
        try operands(orSay: "no manifest is given", ofEmpty: "the name of a manifest is empty")
    }

    /// - Throws: `CommandFailure.usage` when there is none, or an empty one.
    func outputs() throws(CommandFailure) -> [String] {
        try operands(orSay: "no output is given", ofEmpty: "the name of an output is empty")
    }

    private func operands(orSay none: String, ofEmpty empty: String) throws(CommandFailure)
        -> [String]
    {
        if operands.isEmpty { throw .usage(none) }
        if operands.contains("") { throw .usage(empty) }
        return operands
    }

    private static let multiples: [Character: Int] = [
        "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40,
    ]

    private static func bytes(_ text: String) -> Int? {
        let unit = text.last.flatMap { multiples[Character($0.uppercased())] }
        guard let number = digits(unit == nil ? text[...] : text.dropLast()) else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
        return overflows ? nil : bytes
    }

    /// `nil` for anything but digits: `Int` would take a sign, too.
    private static func digits(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
