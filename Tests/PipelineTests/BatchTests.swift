import Foundation
import Pipeline
import Synchronization
import Testing
import TilePyramid

/// What becomes of a batch: what is published, kept, reported.
@Suite struct BatchTests {
    static let thumbnails = [
        ThumbnailSpec(name: "thumbnail", box: PixelSize(width: 50, height: 50), encoding: .raw),
        ThumbnailSpec(name: "big", box: PixelSize(width: 500, height: 90), encoding: .raw),
    ]

    @Test func workerCountsMakeTheSameBytes() throws {
        var sets: [[String: [UInt8]]] = []
        for workers in [1, 2, 7] {
            let fixture = try Fixture()
            let jobs = try (0..<5).map {
                try fixture.job("i\($0)", bytes: 10 + $0, thumbnails: Self.thumbnails)
            }
            let result = try fixture.run(jobs, FakeLibrary(517, 333), workers: workers)
            #expect(result.outcomes.allSatisfy { $0.status == .cut })
            #expect(result.outcomes.map(\.name) == jobs.map(\.name), "outcomes in manifest order")
            sets.append(try fixture.published())
        }
        #expect(sets[0] == sets[1] && sets[0] == sets[2])
    }

    @Test(arguments: [true, false])
    func aFailingTileLeavesNothingBehind(shrinksOnLoad: Bool) throws {
        for tile in [1, 7, 60] {
            let fixture = try Fixture()
            let job = try fixture.job("a", thumbnails: Self.thumbnails)
            let failing = FakeLibrary(
                517, 333, shrinksOnLoad: shrinksOnLoad, faults: .init(tile: tile))
            let result = try fixture.run([job], failing)
            #expect(result.outcomes[0].status == .failed)
            #expect(
                result.outcomes[0].failureLine == "test.yaml:3: a.src: tile \(tile) is cursed")
            #expect(Set(try fixture.published().keys) == ["catalog.json"])
            #expect(try fixture.privateFiles() == ["lock"])
        }
    }

    @Test func aFailureKeepsThePreviousPyramid() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(517, 333))
        let before = try fixture.published()
        for faults in [
            FakeLibrary.Faults(tile: 7), .init(row: 200), .init(row: 0), .init(open: true),
        ] {
            let result = try fixture.run(
                [job], FakeLibrary(517, 333, faults: faults), force: true)
            #expect(result.outcomes[0].status == .failed)
            #expect(
                result.outcomes[0].failureLine?.hasSuffix("; the previous tiles were kept") == true)
            #expect(try fixture.published() == before)
            #expect(try fixture.privateFiles() == ["lock"])
        }
    }

    @Test func oneFailureAmongMany() throws {
        let fixture = try Fixture()
        var jobs = try (0..<20).map { try fixture.job("i\($0)") }
        try FileManager.default.removeItem(atPath: jobs[4].source.path)
        jobs.append(
            try fixture.job("pinned", sha256: String(repeating: "0", count: 64)))
        let result = try fixture.run(jobs, FakeLibrary(100, 100))
        #expect(result.outcomes[4].error == "no such file")
        #expect(result.outcomes[20].error?.hasPrefix("its SHA-256 is ") == true)
        #expect(result.outcomes.count { $0.status == .cut } == 19)
        #expect(result.environmentFailure == nil)
    }

    @Test func anImageThatIsUpToDateIsLeftAlone() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        let library = FakeLibrary(517, 333)
        #expect(try fixture.run([job], library).outcomes[0].status == .cut)
        let inode = try inode(of: "a", in: fixture)
        #expect(try fixture.run([job], library).outcomes[0].status == .unchanged)
        #expect(try self.inode(of: "a", in: fixture) == inode)
        #expect(library.opened.withLock { $0 } == ["a"])
        #expect(try fixture.run([job], library, force: true).outcomes[0].status == .cut)
        #expect(try self.inode(of: "a", in: fixture) != inode)
        // Other bytes of the same length, another setting, a damaged descriptor: due.
        try Data(repeating: 66, count: 10).write(to: URL(fileURLWithPath: job.source.path))
        #expect(try fixture.run([job], library).outcomes[0].status == .cut)
        let wider = try fixture.job("a", thumbnails: Self.thumbnails)
        #expect(try fixture.run([wider], library).outcomes[0].status == .cut)
        try Data("{".utf8).write(
            to: URL(fileURLWithPath: fixture.output + "/a/datasource.json"))
        #expect(try fixture.run([wider], library).outcomes[0].status == .cut)
        #expect(try fixture.run([wider], library).outcomes[0].status == .unchanged)
    }

    @Test func whatTilecutDidNotMakeIsNotReplaced() throws {
        let fixture = try Fixture()
        let theirs = fixture.output + "/a"
        try FileManager.default.createDirectory(
            atPath: theirs, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: theirs + "/notes.txt"))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: fixture.output + "/b"))
        let result = try fixture.run(
            [try fixture.job("a"), try fixture.job("b")], FakeLibrary(100, 100))
        for outcome in result.outcomes {
            #expect(outcome.status == .failed)
            #expect(outcome.error?.contains("was not made by tilecut") == true)
        }
        let files = try fixture.published()
        #expect(files["a/notes.txt"] == Array("mine".utf8) && files["b"] == Array("mine".utf8))
        #expect(try fixture.privateFiles() == ["lock"])
    }

    @Test func aSourceThatChangesWhileItIsCutFails() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        let faults = FakeLibrary.Faults(onOpen: { job in
            let wrote = FileManager.default.createFile(
                atPath: job.source.path, contents: Data(repeating: 67, count: 11))
            #expect(wrote)
        })
        let result = try fixture.run([job], FakeLibrary(100, 100, faults: faults))
        #expect(result.outcomes[0].error?.hasPrefix("changed while it was read") == true)
        #expect(Set(try fixture.published().keys) == ["catalog.json"])
    }

    /// Overwritten in place it looks damaged, and the decoder says so: but that is not the cause.
    @Test func aSourceOverwrittenInPlaceIsNotCalledDamaged() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        let faults = FakeLibrary.Faults(
            row: 50,
            onOpen: { job in
                let wrote = FileManager.default.createFile(
                    atPath: job.source.path, contents: Data(repeating: 67, count: 11))
                #expect(wrote)
            })
        let result = try fixture.run([job], FakeLibrary(100, 100, faults: faults))
        #expect(result.outcomes[0].error?.hasPrefix("changed while it was read") == true)
    }

    @Test func limitsAreNamed() throws {
        let fixture = try Fixture()
        let library = FakeLibrary(517, 333)
        let jobs = [
            try fixture.job("pixels", maxPixels: 517 * 333 - 1),
            try fixture.job("tiles", maxTiles: 100),
            try fixture.job("allowed", maxPixels: 517 * 333, maxTiles: 1000),
        ]
        let result = try fixture.run(jobs, library)
        #expect(
            result.outcomes[0].error
                == "517 x 333 is more than the 172160 pixels that 'maxPixels' allows")
        #expect(result.outcomes[1].error?.contains("more than the 100 that 'maxTiles'") == true)
        #expect(result.outcomes[2].status == .cut)
        let tight = try fixture.run([jobs[2]], library, memory: 100_000, force: true)
        #expect(tight.outcomes[0].error?.contains("--memory") == true)
    }

    @Test func aTightBudgetOnlyTakesTurns() throws {
        let fixture = try Fixture()
        let jobs = try (0..<8).map { try fixture.job("i\($0)") }
        let result = try fixture.run(jobs, FakeLibrary(517, 333), workers: 4, memory: 500_000)
        #expect(result.outcomes.allSatisfy { $0.status == .cut }, "\(result.outcomes)")
    }

    @Test func failFastBeginsNothingAfterAFailure() throws {
        let fixture = try Fixture()
        let jobs = try (0..<40).map { try fixture.job("i\($0)") }
        let result = try fixture.run(
            jobs, FakeLibrary(100, 100, faults: .init(tile: 1)), workers: 1
        ) { $0.maxFailures = 1 }
        #expect(result.outcomes.count { $0.status == .failed } == 1)
        #expect(result.outcomes.count { $0.status == .skipped } > 20)
    }

    @Test func aCancelledRunPublishesNothingHalf() throws {
        let fixture = try Fixture()
        let jobs = try (0..<10).map { try fixture.job("i\($0)") }
        let counters = RunCounters()
        let faults = FakeLibrary.Faults(onTile: { if $0 == 300 { counters.cancel() } })
        let result = try fixture.run(
            jobs, FakeLibrary(517, 333, faults: faults), counters: counters)
        #expect(result.outcomes.contains { $0.status == .skipped })
        #expect(result.outcomes.allSatisfy { $0.status == .skipped || $0.status == .cut })
        let files = try fixture.published()
        for outcome in result.outcomes {
            let count = files.keys.count { $0.hasPrefix(outcome.name + "/") }
            #expect(count == (outcome.status == .cut ? outcome.tiles + 1 : 0))
        }
        #expect(try fixture.privateFiles() == ["lock"])
    }

    @Test func aSecondRunIsToldWhoHoldsTheOutput() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        let inner = Mutex<String?>(nil)
        let faults = FakeLibrary.Faults(onOpen: { _ in
            do {
                _ = try fixture.run([job], FakeLibrary(10, 10))
            } catch {
                inner.withLock { $0 = "\(error)" }
            }
        })
        let result = try fixture.run([job], FakeLibrary(100, 100, faults: faults))
        #expect(result.outcomes[0].status == .cut)
        let pid = ProcessInfo.processInfo.processIdentifier
        #expect(
            inner.withLock { $0 }
                == "output \(fixture.output) is held by process \(pid); "
                + "wait for it to end, or give another --output")
    }

    @Test func whatADeadRunLeftIsSwept() throws {
        let fixture = try Fixture()
        let left = fixture.output + "/.tilecut/staging/a/64"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: URL(fileURLWithPath: left + "/a_64_1_0_0.png"))
        try FileManager.default.createSymbolicLink(
            atPath: left + "/link", withDestinationPath: fixture.folder.path)
        let job = try fixture.job("a")
        #expect(try fixture.run([job], FakeLibrary(100, 100)).outcomes[0].status == .cut)
        #expect(try fixture.privateFiles() == ["lock"])
        #expect(FileManager.default.fileExists(atPath: job.source.path), "links are not followed")
    }

    @Test func theCatalogListsEveryImageInNameOrder() throws {
        let fixture = try Fixture()
        let names = ["b", "a", "B", "é", "z"]
        _ = try fixture.run(
            try names.map { try fixture.job($0, thumbnails: Self.thumbnails) },
            FakeLibrary(200, 100))
        _ = try fixture.run([try fixture.job("c")], FakeLibrary(20, 10))
        let data = Data(try #require(try fixture.published()["catalog.json"]))
        let catalog = try JSONDecoder().decode(Catalog.self, from: data)
        #expect(catalog.images.map(\.name) == ["B", "a", "b", "c", "z", "é"])
        #expect(catalog.images[1].size == PixelSize(width: 200, height: 100))
        #expect(catalog.images[1].thumbnails.map(\.path) == ["a/thumbnail.png", "a/big.png"])
        #expect(catalog.images[1].thumbnails.map(\.width) == [50, 180])
    }

    @Test func anOutputThatCannotBeWrittenIsNamed() throws {
        let fixture = try Fixture()
        try Data().write(to: URL(fileURLWithPath: fixture.output))
        #expect {
            try fixture.run([try fixture.job("a")], FakeLibrary(10, 10))
        } throws: { error in
            "\(error)".hasPrefix("output \(fixture.output) is not writable: ")
        }
    }

    private func inode(of name: String, in fixture: Fixture) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(fixture.output)/\(name)")[
            .systemFileNumber] as? Int
    }
}
