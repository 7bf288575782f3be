import Manifests
import Pipeline
import TilePyramid

/// Progress for programs: one JSON object a line, each with an `event`.
final class JSONProgress: RunProgress {
    typealias Members = [(key: String, value: JSONText)]

    private let stream: TextStream
    private let options: BatchOptions

    init(_ stream: TextStream, options: BatchOptions) {
        self.stream = stream
        self.options = options
    }

    func found(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics {
            tell(
                "diagnostic",
                [
                    ("severity", .string(diagnostic.severity.rawValue)),
                    ("manifest", .string(diagnostic.file)),
                    ("line", diagnostic.line.map { .integer($0) } ?? .null),
                    ("column", diagnostic.column.map { .integer($0) } ?? .null),
                    ("message", .string(diagnostic.message)),
                ])
        }
        if let count = DiagnosticText.errorCount(diagnostics) {
            fail("\(count); nothing was written", .rejected)
        }
    }

    func waits(for output: String, heldBy holder: String) {
        tell("wait", [("output", .string(output)), ("holder", .string(holder))])
    }

    func started(_ totals: RunTotals) {
        tell(
            "start",
            [
                ("tilecut", .string(Version.number)),
                ("images", .integer(totals.images)),
                ("sourceBytes", .integer(totals.sourceBytes)),
                ("jobs", .integer(options.workers)),
                ("memory", .integer(options.memory)),
            ])
    }

    func ended(_ outcome: JobOutcome) {
        tell(
            "image",
            [
                ("name", .string(outcome.name)),
                ("manifest", .string(outcome.origin.description)),
                ("source", .string(outcome.source)),
                ("status", .string(outcome.status.rawValue)),
                ("tiles", .integer(outcome.tiles)),
                ("bytes", .integer(outcome.bytes)),
                ("seconds", Self.seconds(outcome.seconds)),
                ("error", outcome.error.map { .string($0) } ?? .null),
                ("warnings", .inlineArray(outcome.warnings.map { .string($0) })),
            ])
    }

    func ended(_ report: Report, failures: [String], _ status: ExitStatus) {
        for image in report.unlisted { tell("unlisted", image.members) }
        let statuses: [JobOutcome.Status] = [.cut, .unchanged, .failed, .skipped]
        let counts: Members = statuses.map { ($0.rawValue, .integer(report.count($0))) }
        tell(
            "end",
            [("images", .integer(report.outcomes.count))] + counts + [
                ("tiles", .integer(report.tiles)),
                ("bytes", .integer(report.bytes)),
                ("seconds", Self.seconds(report.seconds)),
                ("cancelled", .bool(report.wasCancelled)),
                ("errors", .inlineArray(failures.map { .string($0) })),
                ("exitStatus", .integer(Int(status.code))),
            ])
    }

    func failed(_ failure: CommandFailure) { fail(failure.message, failure.status) }

    private func fail(_ message: String, _ status: ExitStatus) {
        tell(
            "error",
            [("message", .string(message)), ("exitStatus", .integer(Int(status.code)))])
    }

    private func tell(_ event: String, _ members: Members) {
        stream.write(JSONText.inlineObject([("event", .string(event))] + members).document)
    }

    private static func seconds(_ seconds: Double) -> JSONText {
        .number((seconds * 1000).rounded() / 1000)
    }
}
