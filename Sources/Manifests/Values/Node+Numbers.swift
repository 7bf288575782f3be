import TilePyramid

extension Node {
    /// A whole number: decimal digits without sign, leading zero, separator or quotes. What YAML
    /// would make of `0256`, `0x10`, `1_000` or `1e3` never comes in.
    func wholeNumber(for key: String, in range: ClosedRange<Int>) throws(Rejected) -> Int {
        if case .scalar(let scalar) = content, scalar.isPlain, scalar.text.isDigits,
            scalar.text == "0" || !scalar.text.hasPrefix("0"),
            let number = Int(scalar.text), range.contains(number)
        {
            return number
        }
        throw rejected(
            expecting: wholeNumber(in: range), for: key, hint: plainNumberHint(in: range))
    }

    /// The same for a table of keys.
    static func wholeNumber(in range: ClosedRange<Int>) -> Reader<Int> {
        { node in { key throws(Rejected) in try node.wholeNumber(for: key, in: range) } }
    }

    /// The range in words. An upper end that nobody comes near is told of only to those who do.
    private func wholeNumber(in range: ClosedRange<Int>) -> String {
        if range.upperBound > Int(Int32.max) {
            guard case .scalar(let scalar) = content, scalar.text.utf8.count > 18 else {
                return "a whole number of at least \(range.lowerBound)"
            }
        }
        return "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    /// A finite decimal number greater than 0: digits, then perhaps a point and digits.
    func positiveNumber(for key: String) throws(Rejected) -> Double {
        if case .scalar(let scalar) = content, scalar.isPlain, scalar.text.isDecimal,
            let number = Double(scalar.text), number > 0, number.isFinite
        {
            return number
        }
        throw rejected(
            expecting: "a number greater than 0, such as 8 or 2.5,", for: key,
            hint: plainNumberHint(in: 1...Int.max))
    }

    /// How to write the number that was probably meant.
    private func plainNumberHint(in range: ClosedRange<Int>) -> String? {
        guard case .scalar(let scalar) = content else { return nil }
        if !scalar.isPlain {
            return scalar.text.isDecimal ? "write \(scalar.text) without quotes" : nil
        }
        let digits = scalar.text.filter { $0 != "_" && $0 != "+" }
        guard digits.isDigits, let number = Int(digits), range.contains(number),
            !scalar.text.isExactly(String(number))
        else { return nil }
        return "write \(number)"
    }
}

extension Node {
    /// A list of tile sizes, at least one. Every bad entry is reported.
    func tileSizes(for key: String) throws(Rejected) -> [Located<Int>] {
        guard case .sequence(let nodes) = content else {
            var hint: String?
            if case .scalar(let scalar) = content, scalar.text.isDigits {
                hint = "write [\(scalar.text)]"
            }
            throw rejected(
                expecting: "a list of whole numbers, one a level,", for: key, hint: hint)
        }
        guard !nodes.isEmpty else {
            throw Rejected(diagnostics: [
                place.error(
                    "expected at least one tile size for \(key.quoted) but found an empty list")
            ])
        }
        var sizes: [Located<Int>] = []
        var diagnostics: [Diagnostic] = []
        for node in nodes {
            do throws(Rejected) {
                let size = try node.wholeNumber(for: key, in: 1...65535)
                sizes.append(Located(value: size, place: node.place))
            } catch {
                diagnostics += error.diagnostics
            }
        }
        guard sizes.count == nodes.count else { throw Rejected(diagnostics: diagnostics) }
        return sizes
    }

    /// `1`, `2`, `4` or `full`.
    func density(for key: String) throws(Rejected) -> Density {
        if case .scalar(let scalar) = content,
            let density = Density.allCases.first(where: { $0.description == scalar.text }),
            scalar.isPlain || density == .full
        {
            return density
        }
        var hint: String?
        if case .scalar(let scalar) = content {
            let meant = Density.allCases.first {
                [$0.description, "\($0.description).0"].contains(scalar.text.lowercased())
            }
            hint = meant.map { "write \($0)\(scalar.isPlain ? "" : " without quotes")" }
        }
        throw rejected(expecting: "1, 2, 4 or full", for: key, hint: hint)
    }
}

extension String {
    /// One or more of `0` to `9`.
    var isDigits: Bool {
        !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Digits, then perhaps a point and digits; no leading zero but in `0` and `0.5`.
    var isDecimal: Bool {
        let parts = split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, parts.allSatisfy(\.isDigits) else { return false }
        return parts[0] == "0" || !parts[0].hasPrefix("0")
    }
}
