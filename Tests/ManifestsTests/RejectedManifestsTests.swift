import Foundation
import Manifests
import Testing

/// Every manifest in `Golden/rejected` is rejected with exactly the text beside it.
///
/// `RECORD_GOLDEN=1` rewrites the texts and fails, so that a run that records never passes.
@Suite struct RejectedManifestsTests {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Golden/rejected").path

    /// The names of the files that end with `ending`, without it.
    static func names(endingWith ending: String) throws -> Set<String> {
        Set(
            try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
    }

    @Test func everyManifestHasItsTextAndEveryTextItsManifest() throws {
        let manifests = try Self.names(endingWith: ".yaml")
        let texts = try Self.names(endingWith: ".txt")
        #expect(manifests.subtracting(texts).sorted() == [])
        #expect(texts.subtracting(manifests).sorted() == [])
        #expect(manifests.count >= 45)
        let all = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(all.count == manifests.count + texts.count)
    }

    @Test(arguments: try names(endingWith: ".yaml").sorted())
    func isRejectedWithItsText(_ name: String) throws {
        let manifest = "\(Self.folder)/\(name).yaml"
        let text = "\(Self.folder)/\(name).txt"
        let set = ManifestSet.read([manifest], output: nil)
        let printed = set.printed(in: Self.folder)
        #expect(set.isRejected)
        #expect(set.jobs.isEmpty)
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
            try Data(printed.utf8).write(to: URL(fileURLWithPath: text))
            Issue.record("recorded \(name).txt; look at it, and run again without RECORD_GOLDEN")
            return
        }
        let expected = try Data(contentsOf: URL(fileURLWithPath: text))
        // Bytes, as strings are equal when they are canonically equivalent.
        #expect(Data(printed.utf8) == expected, "\(name): \(printed)")
    }
}
