import Foundation
import Testing
import TilePyramid

@testable import Pipeline

/// `verify` names every file that is not as it was published, and the next build makes it so.
@Suite struct VerifyTests {
    private func damage(_ path: String, _ how: Finding.Kind) throws {
        let url = URL(fileURLWithPath: path)
        switch how {
        case .missing: try FileManager.default.removeItem(at: url)
        case .truncated: #expect(truncate(path, 1) == 0)
        case .changed:
            var data = try Data(contentsOf: url)
            data[data.count / 2] ^= 1
            // In place: neither the folder nor the size tells.
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.write(contentsOf: data)
            try file.close()
        case .extra: try Data("x".utf8).write(to: URL(fileURLWithPath: path + ".bak"))
        }
    }

    @Test(arguments: Finding.Kind.allCases)
    func everyFileIsCompared(kind: Finding.Kind) throws {
        let fixture = try Fixture()
        let jobs = try ["a", "b"].map {
            try fixture.job($0, thumbnails: BatchTests.thumbnails)
        }
        _ = try fixture.run(jobs, FakeLibrary(70, 40))
        let published = try fixture.published()
        #expect(try fixture.verify().isEmpty)
        for path in published.keys.sorted() where path.hasPrefix("a/") {
            try damage(fixture.output + "/" + path, kind)
            let found = kind == .extra ? "extra \(path).bak" : "\(kind.rawValue) \(path)"
            let isDescriptor = path.hasSuffix("datasource.json")
            let findings = try fixture.verify()
            #expect(findings.contains(found))
            // A descriptor that is gone takes its line in the catalog along.
            #expect(findings.count == 1 || isDescriptor, "\(findings)")
            let result = try fixture.run(jobs, FakeLibrary(70, 40))
            #expect(result.outcomes[0].status == (kind == .extra ? .unchanged : .cut), "\(path)")
            #expect(result.outcomes[1].status == .unchanged)
            if kind == .extra {
                try FileManager.default.removeItem(atPath: "\(fixture.output)/\(path).bak")
            }
            #expect(try fixture.published() == published)
            #expect(try fixture.verify().isEmpty)
        }
    }

    @Test func theCatalogIsCompared() throws {
        let fixture = try Fixture()
        let jobs = [try fixture.job("a")]
        _ = try fixture.run(jobs, FakeLibrary(70, 40))
        for kind in [Finding.Kind.missing, .truncated] {
            try damage(fixture.output + "/catalog.json", kind)
            #expect(
                try fixture.verify()
                    == [kind == .missing ? "missing catalog.json" : "changed catalog.json"])
            _ = try fixture.run(jobs, FakeLibrary(70, 40))
            #expect(try fixture.verify().isEmpty)
        }
    }

    @Test func withoutAnInventoryNamesAreCompared() throws {
        let fixture = try Fixture()
        _ = try fixture.run([try fixture.job("a")], FakeLibrary(70, 40))
        try FileManager.default.removeItem(atPath: fixture.output + "/.tilecut")
        let verifier = Verifier(output: fixture.output, waits: nil)
        #expect(try verifier.run().findings.isEmpty)
        #expect(try verifier.run().notes[0].hasPrefix("a: no inventory is kept"))
        try damage(fixture.output + "/a/64/a_64_1_0_0.png", .missing)
        try damage(fixture.output + "/a/64/a_64_1_1_0.png", .extra)
        #expect(
            try fixture.verify()
                == ["missing a/64/a_64_1_0_0.png", "extra a/64/a_64_1_1_0.png.bak"])
    }

    @Test func whatIsRightAgainIsNotCut() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(70, 40))
        let path = fixture.output + "/a/64/a_64_1_0_0.png"
        let good = try Data(contentsOf: URL(fileURLWithPath: path))
        try damage(path, .changed)
        #expect(try fixture.verify() == ["changed a/64/a_64_1_0_0.png"])
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: good)
        try file.close()
        #expect(try fixture.verify().isEmpty)
        #expect(try fixture.run([job], FakeLibrary(70, 40)).outcomes[0].status == .unchanged)
    }

    @Test func knownChecksums() {
        #expect(Checksum("").hex == "ef46db3751d8e999")
        #expect(Checksum("abc").hex == "44bc2cf5ad770999")
        let lengths = (0..<200).map { Checksum(Array(repeating: 7, count: $0)) }
        #expect(Set(lengths).count == 200)
    }
}
