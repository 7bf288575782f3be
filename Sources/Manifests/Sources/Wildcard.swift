/// A pattern for one component of a path, or for the name of an image: `*` is any text, `?` any
/// character, `[a-z]` one of a set and `[!a-z]` none of it; `\` takes the next character as it is.
///
/// As glob(3) has it, but on code points and the same in every locale: "same input, same bytes".
/// A name that starts with a dot is matched only by a pattern that does.
package struct Wildcard {
    private enum Step {
        case one(Unicode.Scalar)
        case any
        case anyText
        case set([ClosedRange<UInt32>], isNegated: Bool)
    }

    private let steps: [Step]
    /// The pattern has something in it that matches more than itself.
    let isMagic: Bool
    /// What the pattern matches where it is not magic: itself, escapes taken off.
    let literal: String

    package init(_ pattern: String) {
        var steps: [Step] = []
        let scalars = Array(pattern.unicodeScalars)
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case "*":
                steps.append(.anyText)
            case "?":
                steps.append(.any)
            case "[":
                if let (set, end) = Self.set(scalars, from: index) {
                    steps.append(set)
                    index = end
                } else {
                    steps.append(.one("["))
                }
            case "\\" where index + 1 < scalars.count:
                index += 1
                steps.append(.one(scalars[index]))
            case let scalar:
                steps.append(.one(scalar))
            }
            index += 1
        }
        self.steps = steps
        var literal = String.UnicodeScalarView()
        for case .one(let scalar) in steps { literal.append(scalar) }
        self.literal = String(literal)
        self.isMagic = literal.count < steps.count
    }

    /// The set that starts with the `[` at `start`, and where its `]` is; `nil` without one.
    private static func set(_ scalars: [Unicode.Scalar], from start: Int) -> (Step, end: Int)? {
        var index = start + 1
        var isNegated = false
        if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
            isNegated = true
            index += 1
        }
        var ranges: [ClosedRange<UInt32>] = []
        let first = index
        while index < scalars.count, scalars[index] != "]" || index == first {
            if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
            let low = scalars[index].value
            var high = low
            if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
                index += 2
                if scalars[index] == "\\", index + 1 < scalars.count { index += 1 }
                high = scalars[index].value
            }
            if low <= high { ranges.append(low...high) }
            index += 1
        }
        guard index < scalars.count else { return nil }
        return (.set(ranges, isNegated: isNegated), index)
    }

    /// Whether the pattern matches the whole of `name`. Takes at most the product of both lengths.
    package func matches(_ name: String) -> Bool {
        let scalars = Array(name.unicodeScalars)
        if scalars.first == ".", !startsWithDot { return false }
        var step = 0
        var index = 0
        // Where to go on when the rest does not match: the last `*` takes one character more.
        var retry: (step: Int, index: Int)?
        while index < scalars.count {
            if step < steps.count, case .anyText = steps[step] {
                retry = (step, index)
                step += 1
            } else if step < steps.count, Self.matches(steps[step], scalars[index]) {
                step += 1
                index += 1
            } else if let last = retry {
                retry = (last.step, last.index + 1)
                step = last.step + 1
                index = last.index + 1
            } else {
                return false
            }
        }
        return steps[step...].allSatisfy { if case .anyText = $0 { true } else { false } }
    }

    private var startsWithDot: Bool {
        if case .one(".") = steps.first { true } else { false }
    }

    private static func matches(_ step: Step, _ scalar: Unicode.Scalar) -> Bool {
        switch step {
        case .one(let wanted): wanted == scalar
        case .any, .anyText: true
        case .set(let ranges, let isNegated):
            ranges.contains { $0.contains(scalar.value) } != isNegated
        }
    }
}
