import Files
import Foundation
import Testing
import TilePyramid

@testable import Pipeline

/// What is due, and what it takes to find out.
@Suite struct IncrementalTests {
    /// Old enough that a change cannot hide in a step of the clock.
    static func settle(_ fixture: Fixture) throws {
        // The state is as old as its lines say; a later run reads the sources once more.
        usleep(2_100_000)
        _ = try fixture.run(
            try fixture.jobNames().map { try fixture.job($0) }, FakeLibrary(100, 100))
    }

    @Test func anIdleRunReadsNoSource() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(100, 100))
        try Self.settle(fixture)
        // Other bytes behind the same size, times and inode: only reading can tell.
        let before = try fixture.state().image("a")
        try fixture.rewriteInPlace(job.source.path)
        let now = try OpenSource.identity(of: job.source.path)
        let record = try #require(before)
        try fixture.write(
            ImageRecord(
                name: "a", owner: record.owner, sourcePath: record.sourcePath,
                source: SourceSnapshot(
                    sha256: record.source.sha256, identity: now,
                    readAt: now.changed + 3_000_000_000),
                key: record.key, recipe: record.recipe, rowFormat: record.rowFormat,
                imageSize: record.imageSize, published: record.published,
                catalogLine: record.catalogLine))
        #expect(try fixture.run([job], FakeLibrary(100, 100)).outcomes[0].status == .unchanged)
        #expect(try fixture.reasons([job]) == [[]])
        #expect(try fixture.reasons([job], checksum: true) == [["source changed"]])
        let result = try fixture.run([job], FakeLibrary(100, 100)) { $0.checksum = true }
        #expect(result.outcomes[0].status == .cut)
    }

    @Test func aSourceReadWithinAStepOfTheClockIsReadAgain() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(100, 100))
        let record = try #require(try fixture.state().image("a"))
        #expect(record.source.identity.mayHideAChange(readAt: record.source.readAt))
        try fixture.rewriteInPlace(job.source.path)
        // As if the change had kept all that `stat` tells.
        let now = try OpenSource.identity(of: job.source.path)
        var hidden = record
        hidden.source = SourceSnapshot(
            sha256: record.source.sha256, identity: now, readAt: now.changed + 1_000_000)
        try fixture.write(hidden)
        #expect(try fixture.run([job], FakeLibrary(100, 100)).outcomes[0].status == .cut)
    }

    @Test(arguments: ["touch", "old time", "same bytes anew", "no state", "no .tilecut", "moved"])
    func whatChangesNoByteRewritesNothing(what: String) throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(100, 100))
        let before = try fixture.published()
        let inode = try fixture.inode("a")
        let files = FileManager.default
        switch what {
        case "touch":
            try files.setAttributes([.modificationDate: Date()], ofItemAtPath: job.source.path)
        case "old time":
            try files.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1000)],
                ofItemAtPath: job.source.path)
        case "same bytes anew":
            let data = try Data(contentsOf: URL(fileURLWithPath: job.source.path))
            try files.removeItem(atPath: job.source.path)
            try data.write(to: URL(fileURLWithPath: job.source.path))
        case "no state": try files.removeItem(atPath: fixture.output + "/.tilecut/state")
        case "no .tilecut": try files.removeItem(atPath: fixture.output + "/.tilecut")
        default:
            // As a copy of the output has it: other inodes and times.
            try files.copyItem(atPath: fixture.output, toPath: fixture.output + ".copy")
            try files.removeItem(atPath: fixture.output)
            try files.moveItem(atPath: fixture.output + ".copy", toPath: fixture.output)
        }
        let library = FakeLibrary(100, 100)
        #expect(try fixture.run([job], library).outcomes[0].status == .unchanged)
        #expect(library.opened.withLock { $0.isEmpty })
        #expect(try fixture.published() == before)
        if what != "moved" { #expect(try fixture.inode("a") == inode) }
        #expect(try fixture.reasons([job]) == [[]])
    }

    @Test func aStateFileThatIsDamagedCostsNoMoreThanASecondLook() throws {
        let fixture = try Fixture()
        let jobs = try ["a", "b", "c"].map { try fixture.job($0) }
        _ = try fixture.run(jobs, FakeLibrary(100, 100))
        let path = fixture.output + "/.tilecut/state"
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        var random = SystemRandomNumberGenerator()
        for round in 0..<60 {
            var bad = good
            switch round % 4 {
            case 0: bad = Data(good.prefix(round * (good.count - 1) / 56))
            case 1: bad[Int.random(in: 0..<good.count, using: &random)] ^= 0x11
            case 2: bad = Data((0..<500).map { _ in UInt8.random(in: 0...255, using: &random) })
            default: bad = good + Data("I\ta\t0\t".utf8)
            }
            try bad.write(to: URL(fileURLWithPath: path))
            let result = try fixture.run(jobs, FakeLibrary(100, 100))
            #expect(result.outcomes.allSatisfy { $0.status == .unchanged })
            let state = try fixture.state()
            #expect(!state.isFlawed && state.images.count == 3)
        }
        try Data("tilecut state 99\n".utf8).write(to: URL(fileURLWithPath: path))
        #expect(
            try fixture.run(jobs, FakeLibrary(100, 100)).outcomes
                .allSatisfy { $0.status == .unchanged })
    }

    @Test func reasonsAreNamed() throws {
        let fixture = try Fixture()
        let (a, b) = (try fixture.job("a"), try fixture.job("b"))
        #expect(try fixture.reasons([a]) == [["new"]])
        _ = try fixture.run([a, b], FakeLibrary(100, 100))
        let files = FileManager.default
        try files.removeItem(atPath: fixture.output + "/a/16/a_16_3_0_0.png")
        #expect(try fixture.reasons([a]) == [["damaged: 1 file missing"]])
        try files.removeItem(atPath: fixture.output + "/a/datasource.json")
        #expect(try fixture.reasons([a]) == [["damaged: datasource.json"]])
        try files.removeItem(atPath: fixture.output + "/a")
        #expect(try fixture.reasons([a]) == [["damaged: the folder is missing"]])
        try Data("other".utf8).write(to: URL(fileURLWithPath: b.source.path))
        #expect(try fixture.reasons([b]) == [["source changed"]])
        try files.removeItem(atPath: b.source.path)
        #expect(try fixture.reasons([b]) == [["fails: no such file"]])
        #expect(try fixture.run([a], FakeLibrary(100, 100)).outcomes[0].status == .cut)
        #expect(try fixture.reasons([a]) == [[]])
    }

    @Test func planningWritesNothing() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        #expect(try fixture.reasons([job]) == [["new"]])
        #expect(!FileManager.default.fileExists(atPath: fixture.output))
    }

    @Test func manyFailuresEndTheRun() throws {
        let fixture = try Fixture()
        let jobs = try (0..<30).map { try fixture.job("i\($0)") }
        let result = try fixture.run(
            jobs, FakeLibrary(100, 100, faults: .init(open: true)), workers: 1
        ) { $0.maxFailures = 5 }
        #expect(result.outcomes.count { $0.status == .failed } == 5)
        #expect(result.outcomes.count { $0.status == .skipped } == 25)
    }
}

extension Fixture {
    func state() throws -> StateContents {
        StateContents(
            Array(try Data(contentsOf: URL(fileURLWithPath: output + "/.tilecut/state"))))
    }

    /// Appends to the state file.
    func write(_ record: ImageRecord) throws {
        var text = StateText(shared: try state().shared)
        text.append(record)
        let file = try #require(FileHandle(forWritingAtPath: output + "/.tilecut/state"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.bytes))
        try file.close()
    }

    /// Other bytes in the same file.
    func rewriteInPlace(_ path: String) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: Data("Z".utf8))
        try file.close()
    }

    func jobNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".src") }.map { String($0.dropLast(4)) }
    }

    func inode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(output)/\(name)")[.systemFileNumber]
            as? Int
    }
}
