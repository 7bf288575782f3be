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
        #expect(try verifier.run().warnings[0].hasPrefix("a: no inventory is kept"))
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

    /// Version 1 had sums of another function: nothing would be as it was published.
    @Test func sumsOfAnEarlierVersionAreNotCompared() throws {
        let fixture = try Fixture()
        let job = try fixture.job("a")
        _ = try fixture.run([job], FakeLibrary(70, 40))
        let folder = fixture.output + "/.tilecut"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/inventory")
        let inventory = URL(fileURLWithPath: "\(folder)/inventory/\(try #require(names.first))")
        var text = try String(contentsOf: inventory, encoding: .utf8)
            .replacing("tilecut inventory 2\n", with: "tilecut inventory 1\n")
        text.removeLast("end 0123456789abcdef\n".count)
        text += "end \(Checksum(text).hex)\n"
        try text.write(to: inventory, atomically: true, encoding: .utf8)
        let warnings = try Verifier(output: fixture.output, waits: nil).run().warnings
        #expect(warnings.contains { $0.hasPrefix("a: no inventory is kept") }, "\(warnings)")

        let state = URL(fileURLWithPath: folder + "/state")
        try String(contentsOf: state, encoding: .utf8)
            .replacing("tilecut state 2\n", with: "tilecut state 1\n")
            .write(to: state, atomically: true, encoding: .utf8)
        #expect(try fixture.state().images.isEmpty)
        #expect(try fixture.run([job], FakeLibrary(70, 40)).outcomes[0].status == .unchanged)
        #expect(try fixture.state().images.count == 1)
    }

    /// The sums that `xxhsum -H3` prints.
    @Test func knownChecksums() {
        #expect(Checksum("").hex == "2d06800538d394c2")
        #expect(Checksum("abc").hex == "78af5f94892f3950")
        let lengths = (0..<200).map { Checksum(Array(repeating: 7, count: $0)) }
        #expect(Set(lengths).count == 200)
    }
}
