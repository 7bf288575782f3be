import Foundation
import Testing

@Suite struct ProgressTests {
    /// One image that is cut, one that fails, one pattern that matches nothing.
    private static func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.writePicture("bench.ppm")
        try workspace.write("no picture", to: "bad.ppm")
        try workspace.writeManifest("source: bench.ppm", "source: bad.ppm", "source: '*.tif'")
        return workspace
    }

    @Test func plainLines() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        let cut = /cut  bench  \d+ tiles  \d+\.\d kB  \d\.\d\d s/
        #expect(run.errLines.contains { $0.wholeMatch(of: cut) != nil })
        #expect(run.errLines.count == 4)
        // The second run has nothing to say of it, unless asked.
        let again = try Tilecut.run("build", "m.yaml", in: workspace)
        #expect(again.errLines.count == 3)
        let verbose = try Tilecut.run("build", "-v", "m.yaml", in: workspace)
        #expect(verbose.errLines.contains("unchanged  bench"))
        #expect(verbose.errLines[0].hasPrefix("tilecut "))
        #expect(verbose.errLines[0].contains("libvips"))
    }

    @Test func quietTellsOfFailuresOnly() throws {
        let run = try Tilecut.run("build", "-q", "m.yaml", in: Self.workspace())
        #expect(run.status == 1)
        #expect(run.out.isEmpty)
        #expect(run.errLines.count == 2)
        #expect(run.errLines.allSatisfy { $0.hasPrefix("m.yaml:") })
    }

    @Test func noneTellsOfNoImageThatWentWell() throws {
        let run = try Tilecut.run("build", "--progress=none", "m.yaml", in: Self.workspace())
        #expect(run.errLines.count == 3)
        #expect(!run.err.contains("cut  bench"))
    }

    @Test func summary() throws {
        let run = try Tilecut.run("build", "m.yaml", in: Self.workspace())
        let last = /3 images: 1 cut, 2 failed; \d+ tiles, \d+\.\d kB in \d+\.\d+ s/
        #expect(run.errLines.last?.wholeMatch(of: last) != nil)
    }

    @Test(arguments: [[], ["-q"], ["-v"]]) func jsonLines(_ more: [String]) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.start(
            ["build", "--progress", "json", "m.yaml"] + more, in: workspace
        ).wait()
        #expect(run.status == 1)
        let events = try Self.events(run)
        #expect(
            events.map { $0["event"] as? String } == ["start", "image", "image", "image", "end"])
        #expect(events.first?["images"] as? Int == 3)
        #expect(events.last?["failed"] as? Int == 2)
        #expect(events.last?["exitStatus"] as? Int == 1)
        let images = events.dropFirst().dropLast()
        #expect(Set(images.compactMap { $0["name"] as? String }) == ["bench", "bad", "*.tif"])
        let tiles = images.compactMap { $0["tiles"] as? Int }.reduce(0, +)
        #expect(tiles > 0 && tiles == events.last?["tiles"] as? Int)
    }

    @Test func jsonTellsOfRejection() throws {
        let workspace = try Workspace()
        try workspace.writeManifest("name: x")
        let run = try Tilecut.run("build", "--progress", "json", "m.yaml", in: workspace)
        #expect(run.status == 2)
        let events = try Self.events(run)
        #expect(events.map { $0["event"] as? String } == ["diagnostic", "error"])
        #expect(events[0]["line"] as? Int == 4)
        #expect(events[1]["exitStatus"] as? Int == 2)
    }

    @Test func jsonTellsOfFailure() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run(
            "build", "--progress", "json", "-o", "bad.ppm/out", "m.yaml", in: workspace)
        #expect(run.status == 4)
        let events = try Self.events(run)
        #expect(events.last?["event"] as? String == "end")
        #expect((events.last?["errors"] as? [String])?.count == 1)
    }

    private static func events(_ run: Tilecut.Run) throws -> [[String: Any]] {
        try run.errLines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func barOnATerminal() throws {
        let workspace = try Self.workspace()
        // script(1) gives the program a terminal.
        let run = try Tilecut.shell(
            #"exec script -qec 'stty cols 60; exec "$TILECUT" build m.yaml' /dev/null"#,
            in: workspace)
        #expect(run.status == 1)
        let lines = run.out.replacing("\r\n", with: "\n").replacing("\u{1B}[K", with: "")
            .split(separator: "\n").flatMap { $0.split(separator: "\r") }
        let bars = lines.filter { $0.contains("/3 images") }
        #expect(!bars.isEmpty)
        #expect(bars.allSatisfy { $0.count < 60 })
        #expect(lines.contains("m.yaml:6: *.tif: no file matches"), "a whole line above the bar")
        #expect(lines.last?.hasPrefix("3 images: ") == true)
        #expect(!run.out.contains("cut  bench"))
        #expect(run.out.contains("\r\u{1B}[K3 images: "), "the bar is gone at the end")
    }

    @Test(arguments: ["TERM=dumb", "-u TERM"]) func noBarOnALesserTerminal(_ change: String) throws
    {
        let run = try Tilecut.shell(
            #"exec script -qec 'exec env \#(change) "$TILECUT" build m.yaml' /dev/null"#,
            in: Self.workspace())
        #expect(run.status == 1)
        #expect(run.out.contains("cut  bench") && !run.out.contains("\u{1B}"))
    }
}
