import TilePyramid

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
