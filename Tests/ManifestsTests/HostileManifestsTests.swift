import Foundation
import Manifests
import Testing

/// Texts that are made to take time, memory or stack.
@Suite struct HostileManifestsTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    /// Reads `text` and expects an answer within `limit`.
    func read(_ text: String, within limit: Duration = .seconds(30)) throws -> ManifestSet {
        var set: ManifestSet?
        let time = try ContinuousClock().measure { set = try folder.read(text) }
        #expect(time < limit)
        return try #require(set)
    }

    @Test func aBillionLaughsAreNotLaughed() throws {
        var text = "version: 1\nimages:\n  - &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "  - &a\(level) [\(aliases)]\n"
        }
        let set = try read(text)
        let finding = try #require(set.diagnostics.first)
        #expect(set.diagnostics.count == 1)
        #expect(finding.message == "the manifest holds more than 1000000 values, aliases expanded")
        #expect(finding.line == 9)
        #expect(finding.sourceLine?.contains("*a5") == true)
    }

    @Test func mergesAreBoundedToo() throws {
        let keys = (0..<1000).map { "k\($0): 1" }.joined(separator: ", ")
        let merges = Array(repeating: "*a", count: 900).joined(separator: ", ")
        let set = try read(
            "version: 1\nimages:\n  - &a { \(keys) }\n  - <<: [\(merges)]\n    source: a.jpg\n")
        #expect(set.messages.contains { $0.hasPrefix("the manifest holds more than") })
    }

    @Test(arguments: [
        ("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", ""), ("[{a: ", "}]"), ("[", ""),
    ])
    func deepNestingDoesNotCrash(open: String, close: String) throws {
        let nest =
            String(repeating: open, count: 10_000) + "x" + String(repeating: close, count: 10_000)
        let set = try read("version: 1\nimages:\n  " + nest + "\n")
        #expect(set.isRejected)
        #expect(set.diagnostics.first?.line != nil)
    }

    @Test func deepNestingThroughAliasesIsBounded() throws {
        var text = "version: 1\nimages:\n  - &a0 [x]\n"
        for level in 1...200 { text += "  - &a\(level) [*a\(level - 1)]\n" }
        let set = try read(text)
        #expect(set.messages == ["lists and mappings are nested more than 100 deep"])
    }

    @Test func manyFaultsOnOneLongLineAreToldInTime() throws {
        let entries = (0..<2000).map { "{ source: p\($0).jpg, qality: 1 }" }.joined(separator: ", ")
        let set = try read("version: 1\nimages: [\(entries)]\n", within: .seconds(60))
        #expect(set.diagnostics.count == 2000)
        #expect(set.diagnostics.allSatisfy { ($0.sourceLine?.count ?? 0) < 200 })
    }

    @Test func tenThousandImagesAreReadInTime() throws {
        let entries = (0..<10_000).map { "  - source: photos/p\($0).jpg\n    page: 1\n" }.joined()
        let set = try read("version: 1\nimages:\n" + entries, within: .seconds(60))
        #expect(set.jobs.count == 10_000)
    }
}
