import Foundation
import Testing

@Suite(.serialized) struct SignalTests {
    private static func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.writeSlowPicture("slow.ppm")
        try workspace.writePicture("quick.ppm")
        try workspace.writeManifest(
            "source: slow.ppm", "source: quick.ppm", defaults: Workspace.slowSettings)
        return workspace
    }

    private static func start(in workspace: Workspace) throws -> Tilecut.Started {
        let started = try Tilecut.start(
            ["build", "-j1", "--progress", "json", "--report", "r.json", "m.yaml"], in: workspace)
        try started.waitForError(containing: #""event": "start""#)
        usleep(300_000)
        return started
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func endsWithin2Seconds(_ signal: Int32) throws {
        let workspace = try Self.workspace()
        let started = try Self.start(in: workspace)
        let sent = ContinuousClock.now
        started.send(signal)
        let run = try started.wait()
        #expect(ContinuousClock.now - sent < .seconds(2))
        #expect(run.status == 128 + signal)
        #expect(run.err.contains(#""cancelled": true"#))
        #expect(try workspace.text(of: "r.json").contains(#""cancelled": true"#))
        #expect(!workspace.exists("out/slow"))
        #expect(!workspace.exists("out/.tilecut/staging/slow"))
        #expect(try !workspace.tree().contains { $0.contains("tilecut-report") })
    }

    @Test func theSecondSignalEndsAtOnce() throws {
        let workspace = try Self.workspace()
        let started = try Self.start(in: workspace)
        let sent = ContinuousClock.now
        started.send(SIGTERM)
        started.send(SIGINT)
        let run = try started.wait()
        #expect(ContinuousClock.now - sent < .seconds(1))
        #expect(run.status == 143 || run.status == 130)
        #expect(!workspace.exists("out/slow"))
        #expect(try !workspace.tree().contains { $0.contains("tilecut-report") })
    }

    @Test func theNextRunGoesOn() throws {
        let workspace = try Self.workspace()
        let started = try Self.start(in: workspace)
        started.send(SIGKILL)
        #expect(try started.wait().status == 137)
        let run = try Tilecut.run("build", "m.yaml", "--only", "quick", in: workspace)
        #expect(run.status == 0)
        #expect(!workspace.exists("out/.tilecut/staging"))
        #expect(!workspace.exists("out/slow"))
    }

    @Test func anIgnoredSignalStaysIgnored() throws {
        let workspace = try Workspace()
        try workspace.writeSlowPicture("slow.ppm")
        try workspace.writeManifest("source: slow.ppm")
        let run = try Tilecut.shell(
            #"""
            trap "" HUP
            "$TILECUT" build -j1 m.yaml &
            sleep 0.2
            kill -HUP $!
            wait $!
            """#, in: workspace)
        #expect(run.status == 0)
        #expect(workspace.exists("out/slow/datasource.json"))
    }

    @Test func aReaderThatStandsStillDelaysNothing() throws {
        let workspace = try Workspace()
        try workspace.writePicture("a.ppm", width: 8, height: 8)
        let entries = (0..<3000).map { "  - { source: a.ppm, name: a\($0) }\n" }.joined()
        try workspace.write("version: 1\noutput: out\nimages:\n\(entries)", to: "m.yaml")
        // The pipe is full long before the run is through.
        let run = try Tilecut.shell(
            #"""
            mkfifo pipe
            sleep 30 <pipe &
            sleeper=$!
            "$TILECUT" build --progress json m.yaml 2>pipe &
            sleep 3
            kill -TERM $!
            date +%s >sent
            wait $!
            status=$?
            date +%s >ended
            kill $sleeper
            exit $status
            """#, in: workspace)
        #expect(run.status == 143)
        let times = try ["sent", "ended"].map { file in
            try #require(Int(workspace.text(of: file).dropLast()))
        }
        #expect(times[1] - times[0] <= 2)
    }
}
