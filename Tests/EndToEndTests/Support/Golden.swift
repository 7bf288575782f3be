import Foundation
import Testing

/// Texts that are compared with files in `Golden`. With `RECORD_GOLDEN=1` the files are written
/// instead, and the test fails so that nobody records by accident.
enum Golden {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden")

    static func check(
        _ text: String, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = folder.appending(path: path)
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(path)", sourceLocation: sourceLocation)
            return
        }
        let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(text == expected, sourceLocation: sourceLocation)
    }

    /// The names of the files in a folder of `Golden`.
    static func files(in path: String) throws -> Set<String> {
        Set(
            try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: path).path(percentEncoded: false)))
    }
}
