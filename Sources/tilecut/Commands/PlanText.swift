import Pipeline
import TilePyramid

/// A plan as it is printed.
enum PlanText {
    static func text(_ plan: BatchPlan, _ format: ResultFormat, isVerbose: Bool) -> String {
        let shown = plan.items.filter { isVerbose || $0.isDue || $0.fails }
        switch format {
        case .text: return lines(plan, shown)
        case .markdown: return table(plan, shown)
        case .json: return json(plan).document
        }
    }

    /// `cut  bench  tileSizes changed: level 2`
    private static func lines(_ plan: BatchPlan, _ shown: [BatchPlan.Item]) -> String {
        let images = shown.map { item in
            [item.action, item.name.printable, item.why.printable].filter { !$0.isEmpty }
                .joined(separator: "  ")
        }
        let unlisted = plan.unlisted.map { "unlisted  \($0.description.printable)" }
        return (images + unlisted + [summary(plan)]).map { "\($0)\n" }.joined()
    }

    private static func table(_ plan: BatchPlan, _ shown: [BatchPlan.Item]) -> String {
        var table = MarkdownTable(["image", "action", "why"])
        for item in shown { table.add([item.name, item.action, item.why]) }
        for image in plan.unlisted { table.add([image.name, "unlisted", image.description]) }
        let isEmpty = shown.isEmpty && plan.unlisted.isEmpty
        return (isEmpty ? "" : "\(table.text)\n") + "\(summary(plan))\n"
    }

    /// `2 of 12 images are due, 1 would fail`
    private static func summary(_ plan: BatchPlan) -> String {
        let due = plan.items.count(where: \.isDue)
        let failing = plan.items.count(where: \.fails)
        let all = Figures.count(plan.items.count, "image")
        return "\(Figures.grouped(due)) of \(all) \(due == 1 ? "is" : "are") due"
            + (failing == 0 ? "" : ", \(Figures.grouped(failing)) would fail")
    }

    private static func json(_ plan: BatchPlan) -> JSONText {
        .object([
            ("formatVersion", .integer(1)),
            (
                "totals",
                .inlineObject([
                    ("images", .integer(plan.items.count)),
                    ("due", .integer(plan.items.count(where: \.isDue))),
                    ("failing", .integer(plan.items.count(where: \.fails))),
                ])
            ),
            (
                "images",
                .lines(
                    plan.items.map { item in
                        .inlineObject([
                            ("name", .string(item.name)),
                            ("manifest", .string(item.origin.description)),
                            ("source", .string(item.source)), ("output", .string(item.output)),
                            ("action", .string(item.action)),
                            ("reasons", .inlineArray(item.reasons.map { .string($0) })),
                        ])
                    })
            ),
            ("unlisted", .lines(plan.unlisted.map { .inlineObject($0.members) })),
        ])
    }
}

extension BatchPlan.Item {
    fileprivate var action: String {
        switch verdict {
        case .current: "current"
        case .due: "cut"
        case .fails: "fail"
        }
    }

    fileprivate var reasons: [String] {
        switch verdict {
        case .current: []
        case .due(let reasons): reasons.map(\.description)
        case .fails(let error): [error]
        }
    }

    fileprivate var why: String {
        if case .fails(let error) = verdict { return "\(origin): \(source): \(error)" }
        return reasons.joined(separator: "; ")
    }
}
