import Foundation
import Testing
import TilePyramid

@testable import Pipeline

/// What tilecut made it replaces and removes; what others made it leaves.
@Suite struct OwnershipTests {
    private func write(_ text: String, _ path: String, in fixture: Fixture) throws {
        let url = URL(fileURLWithPath: fixture.output + "/" + path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func text(_ path: String, in fixture: Fixture) throws -> String? {
        try fixture.published()[path].map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: ["whole", "no .tilecut", "no descriptor"])
    func filesOfOthersMoveAlong(what: String) throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(100, 100))
        let files = FileManager.default
        let theirs = ["a/notes.txt", "a/64/x.txt", "a/mine/deep/y.txt", "a/16/a_16_3_99_0.png"]
        for path in theirs { try write(path, path, in: fixture) }
        try files.createDirectory(
            atPath: fixture.output + "/a/empty", withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: fixture.output + "/a/link", withDestinationPath: "nowhere")
        if what == "no .tilecut" { try files.removeItem(atPath: fixture.output + "/.tilecut") }
        if what == "no descriptor" {
            try files.removeItem(atPath: fixture.output + "/a/datasource.json")
        }
        let wider = try fixture.job(
            "a",
            layouts: [
                TiledLayout(
                    tileSizes: [32, 16], minTileLevel: 1, maxTileLevel: 2, density: .one)
            ])
        let outcome = try fixture.run([wider], FakeLibrary(100, 100), force: true).outcomes[0]
        #expect(outcome.status == .cut, "\(outcome)")
        for path in theirs { #expect(try text(path, in: fixture) == path) }
        #expect(files.fileExists(atPath: fixture.output + "/a/empty"))
        #expect(
            try files.destinationOfSymbolicLink(atPath: fixture.output + "/a/link") == "nowhere")
        #expect(!files.fileExists(atPath: fixture.output + "/a/64/a_64_1_0_0.png"))
        #expect(
            Set(try fixture.verify())
                == Set((theirs + ["a/link"]).map { "extra \($0)" }))
        #expect(try fixture.privateFiles() == ["lock"])
    }

    @Test func aFolderThatAKilledRunHadOnItsWayOutIsPutBack() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(100, 100))
        try write("mine", "a/notes.txt", in: fixture)
        let before = try fixture.published()
        let files = FileManager.default
        // Between the two renames of a file system that cannot exchange folders.
        try files.createDirectory(
            atPath: fixture.output + "/.tilecut/staging/a", withIntermediateDirectories: true)
        try files.moveItem(
            atPath: fixture.output + "/a", toPath: fixture.output + "/.tilecut/staging/.a")
        #expect(try fixture.run([job], FakeLibrary(100, 100)).outcomes[0].status == .unchanged)
        #expect(try fixture.published() == before)
        #expect(try fixture.privateFiles() == ["lock"])
    }

    @Test func aFileOfOthersIsNeverReplaced() throws {
        let fixture = try Fixture()
        _ = try fixture.run([try fixture.job("a")], FakeLibrary(100, 100))
        try write("mine", "a/thumbnail.png", in: fixture)
        let before = try fixture.published()
        let job = try fixture.job("a", thumbnails: BatchTests.thumbnails)
        let outcome = try fixture.run([job], FakeLibrary(100, 100)).outcomes[0]
        #expect(outcome.error?.contains("a/thumbnail.png was not made by tilecut") == true)
        #expect(try fixture.published() == before)
        #expect(try fixture.privateFiles() == ["lock"])
        #expect(try fixture.inventories().count == 1)
    }

    /// A descriptor of something else proves nothing; and plan says so beforehand.
    @Test(arguments: ["{\"mine\":true}", "", "[]"])
    func aForeignDescriptorMakesNoFolderOurs(text: String) throws {
        let fixture = try Fixture()
        try FileManager.default.createDirectory(
            atPath: fixture.output + "/a", withIntermediateDirectories: true)
        try write(text, "a/datasource.json", in: fixture)
        let job = try fixture.job("a")
        _ = try fixture.run([try fixture.job("b")], FakeLibrary(100, 100))
        let plan = try Planner(
            jobs: [job], listings: [], fingerprint: "fake 1", force: false, checksum: false
        ).run()
        #expect(plan.items.map(\.fails) == [true])
        let outcome = try fixture.run([job], FakeLibrary(100, 100)).outcomes[0]
        #expect(outcome.error?.contains("was not made by tilecut") == true)
        #expect(try fixture.published()["a/datasource.json"] == Array(text.utf8))
    }

    /// One image's trouble stays its own.
    @Test func whatIsNoFileInADescriptorsPlaceStopsNothingElse() throws {
        let fixture = try Fixture()
        let jobs = try ["a", "b", "c"].map { try fixture.job($0) }
        _ = try fixture.run(jobs, FakeLibrary(100, 100))
        for name in ["a", "b"] {
            let path = fixture.output + "/\(name)/datasource.json"
            try FileManager.default.removeItem(atPath: path)
            if name == "a" {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
            } else {
                #expect(mkfifo(path, 0o600) == 0)
            }
        }
        try FileManager.default.copyItem(
            atPath: fixture.output + "/c", toPath: fixture.output + "/c.bak")
        let findings = try fixture.verify()
        #expect(findings.contains { $0.hasSuffix(" a/datasource.json") })
        #expect(findings.contains { $0.hasSuffix(" b/datasource.json") })
        let result = try fixture.run(
            try ["a", "b", "c", "d"].map { try fixture.job($0) }, FakeLibrary(100, 100))
        #expect(result.environmentFailure == nil)
        #expect(result.outcomes[2].status == .unchanged && result.outcomes[3].status == .cut)
    }

    @Test func aLinkInTheImagesPlaceIsNotReplaced() throws {
        let fixture = try Fixture()
        _ = try fixture.run([try fixture.job("a")], FakeLibrary(100, 100))
        let files = FileManager.default
        try files.moveItem(
            atPath: fixture.output + "/a", toPath: fixture.folder.path + "/elsewhere")
        try files.createSymbolicLink(
            atPath: fixture.output + "/a", withDestinationPath: fixture.folder.path + "/elsewhere")
        let outcome = try fixture.run([try fixture.job("a")], FakeLibrary(100, 100), force: true)
            .outcomes[0]
        #expect(outcome.error?.contains("was not made by tilecut") == true)
        #expect(files.fileExists(atPath: fixture.folder.path + "/elsewhere/datasource.json"))
    }

    @Test func whatIsNoLongerListedIsReportedAndRemovedWhenAsked() throws {
        let fixture = try Fixture()
        let jobs = try ["a", "b", "c", "d"].map { try fixture.job($0) }
        _ = try fixture.run(jobs, FakeLibrary(100, 100))
        try write("mine", "c/mine.txt", in: fixture)
        let kept = [jobs[0], jobs[3]]
        let first = try fixture.run(kept, FakeLibrary(100, 100))
        #expect(first.unlisted.map(\.name) == ["b", "c"])
        #expect(first.unlisted.allSatisfy { $0.fate == .stays })
        #expect(try fixture.published()["b/datasource.json"] != nil)

        // A pattern that matches nothing may be a disk that is missing.
        let partial = try fixture.run(kept, FakeLibrary(100, 100), listed: nil) { $0.prune = true }
        #expect(partial.unlisted.allSatisfy { $0.fate == .stays })
        // Listed, though this run is not about it.
        let other = try fixture.run([jobs[0]], FakeLibrary(100, 100), listed: ["b", "c", "d"]) {
            $0.prune = true
        }
        #expect(other.unlisted.isEmpty)

        let result = try fixture.run(kept, FakeLibrary(100, 100)) { $0.prune = true }
        #expect(result.unlisted.map(\.fate) == [.removed, .removedButForForeignFiles(1)])
        let files = try fixture.published()
        #expect(files.keys.filter { $0.hasPrefix("b/") }.isEmpty)
        #expect(files.keys.filter { $0.hasPrefix("c/") } == ["c/mine.txt"])
        #expect(try fixture.verify().isEmpty)
        #expect(try fixture.inventories().count == 2)
        #expect(try fixture.privateFiles() == ["lock"])
        #expect(try fixture.run(kept, FakeLibrary(100, 100)).unlisted.isEmpty)
        // What stands there now is theirs.
        let again = try fixture.run([jobs[2]], FakeLibrary(100, 100), listed: ["a", "d"])
        #expect(again.outcomes[0].error?.contains("was not made by tilecut") == true)
    }

    @Test func anImageOfAnotherManifestStays() throws {
        let fixture = try Fixture()
        let names = { (manifest: String, names: [String]) in
            ManifestListing(
                manifest: manifest, output: fixture.output, names: names, isComplete: true)
        }
        func run(_ listing: ManifestListing) throws -> BatchResult {
            var options = BatchOptions(workers: 2, memory: 1 << 28)
            options.prune = true
            let jobs = try listing.names.map { try fixture.job($0, manifest: listing.manifest) }
            return try Batch(
                jobs: jobs, listings: [listing], options: options, library: FakeLibrary(50, 50),
                observer: Recorder(), counters: RunCounters()
            ).run()
        }
        _ = try run(names("europe.yaml", ["a", "b"]))
        _ = try run(names("asia.yaml", ["c", "b"]))
        #expect(try run(names("europe.yaml", [])).unlisted.map(\.name) == ["a"])
        #expect(
            try run(names("asia.yaml", ["c", "b"])).outcomes.allSatisfy { $0.status == .unchanged })
        #expect(try run(names("asia.yaml", [])).unlisted.map(\.name) == ["b", "c"])
        #expect(Set(try fixture.published().keys) == ["catalog.json"])
    }
}
