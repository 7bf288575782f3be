import Pipeline
import TilePyramid

/// What `verify` found, as it is printed.
enum VerificationText {
    static func text(_ found: [Verification], _ format: ResultFormat) -> String {
        switch format {
        case .text: found.map(lines).joined()
        case .markdown: table(found)
        case .json: json(found).document
        }
    }

    /// `missing  out/bench/256/bench_256_2_0_0.jpg`
    private static func lines(_ one: Verification) -> String {
        let files = one.findings.map {
            "\($0.kind.rawValue)  \(one.output.printable)/\($0.path.printable)\n"
        }
        return files.joined() + "\(summary(one))\n"
    }

    /// `out: 3 images, 66 files: 1 missing, 2 extra`
    private static func summary(_ one: Verification) -> String {
        let counts = Finding.Kind.allCases.compactMap { kind -> String? in
            let count = one.findings.count { $0.kind == kind }
            return count == 0 ? nil : "\(Figures.grouped(count)) \(kind.rawValue)"
        }
        let size = "\(Figures.count(one.images, "image")), \(Figures.count(one.files, "file"))"
        let verdict = counts.isEmpty ? "as published" : counts.joined(separator: ", ")
        return "\(one.output.printable): \(size): \(verdict)"
    }

    private static func table(_ found: [Verification]) -> String {
        var table = MarkdownTable(["file", "is"])
        for one in found {
            for finding in one.findings {
                table.add(["\(one.output)/\(finding.path)", finding.kind.rawValue])
            }
        }
        let isEmpty = found.allSatisfy(\.findings.isEmpty)
        return (isEmpty ? "" : "\(table.text)\n") + found.map { "\(summary($0))\n" }.joined()
    }

    private static func json(_ found: [Verification]) -> JSONText {
        .object([
            ("formatVersion", .integer(1)),
            (
                "outputs",
                .lines(
                    found.map { one in
                        .object([
                            ("output", .string(one.output)), ("images", .integer(one.images)),
                            ("files", .integer(one.files)),
                            (
                                "findings",
                                .lines(
                                    one.findings.map {
                                        .inlineObject([
                                            ("kind", .string($0.kind.rawValue)),
                                            ("path", .string($0.path)),
                                        ])
                                    })
                            ),
                            ("notes", .lines(one.notes.map { .string($0) })),
                        ])
                    })
            ),
        ])
    }
}
