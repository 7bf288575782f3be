import Foundation
import Testing

/// Several runs at one output.
@Suite struct SharedOutputTests {
    private func slow() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.writeSlowPicture("slow.ppm")
        try workspace.writeManifest("{ source: slow.ppm, \(Workspace.slowSettings) }")
        return workspace
    }

    @Test func aSecondRunSaysWhoHoldsTheOutput() throws {
        let workspace = try slow()
        let first = try Tilecut.start(["build", "m.yaml"], in: workspace)
        try workspace.wait { workspace.exists("out/.tilecut/staging/slow") }
        let holder = try workspace.text(of: "out/.tilecut/lock")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let message =
            "tilecut: output out is held by process \(holder); wait for it to end, or give another "
            + "--output\n"
        let second = try Tilecut.run("build", "--progress", "none", "m.yaml", in: workspace)
        #expect(second.status == 4)
        #expect(second.err.contains(message), "\(second.err)")
        for command in [["verify", "out"], ["prune", "m.yaml"]] {
            let other = try Tilecut.start(command, in: workspace).wait()
            #expect(other.status == 4)
            #expect(other.err == message)
        }
        #expect(try Tilecut.run("plan", "m.yaml", in: workspace).status == 0)
        // One that waits can be told to stop.
        let waiting = try Tilecut.start(["build", "--wait", "m.yaml"], in: workspace)
        try waiting.waitForError(
            containing: "waiting for process \(holder), which holds output out\n")
        waiting.send(SIGTERM)
        let ended = try waiting.wait()
        #expect(ended.status == 143)
        first.send(SIGKILL)
        #expect(try first.wait().status == 137)
        // The lock has died with its process.
        let next = try Tilecut.start(["build", "m.yaml"], in: workspace)
        try workspace.wait { workspace.exists("out/.tilecut/staging/slow") }
        next.send(SIGINT)
        #expect(try next.wait().status == 130)
    }

    @Test(arguments: [true, false])
    func threeRunsAtOnce(wait: Bool) throws {
        let workspace = try Workspace()
        for name in ["a", "b", "c"] { try workspace.writePicture("\(name).ppm") }
        try workspace.writeManifest("{ source: '*.ppm' }")
        for _ in 0..<Soak.rounds(3, soak: 50) {
            let runs = try (0..<3).map { _ in
                try Tilecut.start(["build"] + (wait ? ["--wait"] : []) + ["m.yaml"], in: workspace)
            }
            let ended = try runs.map { try $0.wait() }
            if wait {
                #expect(ended.allSatisfy { $0.status == 0 }, "\(ended)")
                #expect(ended.count { $0.err.contains("3 cut") } == 1, "\(ended)")
            } else {
                #expect(ended.contains { $0.status == 0 })
                #expect(ended.allSatisfy { $0.status == 0 || $0.status == 4 }, "\(ended)")
            }
            #expect(try Tilecut.run("verify", "out", in: workspace).status == 0)
            try FileManager.default.removeItem(at: workspace.url("out"))
        }
    }

    @Test func twoOutputsInEitherOrderNeverWaitForEachOther() throws {
        let workspace = try Workspace()
        try workspace.writePicture("a.ppm")
        for (file, output) in [("x", "out1"), ("y", "out2")] {
            try workspace.write(
                "version: 1\noutput: \(output)\nimages:\n  - source: a.ppm\n", to: "\(file).yaml")
        }
        for _ in 0..<Soak.rounds(3, soak: 30) {
            let runs = try [["x.yaml", "y.yaml"], ["y.yaml", "x.yaml"]].map {
                try Tilecut.start(["build", "--force", "--wait"] + $0, in: workspace)
            }
            for run in runs { #expect(try run.wait().status == 0) }
        }
    }

    @Test func workersMakeNoDifference() throws {
        let workspace = try Workspace()
        for index in 0..<64 {
            try workspace.writePicture(
                "p\(index).ppm", width: 20 + index * 3, height: 150 - index * 2)
        }
        try workspace.writeManifest("{ source: '*.ppm', tileSizes: [64, 32] }")
        let one = try Tilecut.run("build", "-q", "-j", "1", "-o", "one", "m.yaml", in: workspace)
        try #require(one.status == 0, "\(one.err)")
        let expected = try TwoSets.files(in: workspace.url("one"))
        for round in 0..<Soak.rounds(3, soak: 50) {
            let run = try Tilecut.run(
                "build", "--force", "-q", "-j", "16", "-o", "many", "m.yaml", in: workspace)
            #expect(run.status == 0, "\(run.err)")
            #expect(try TwoSets.files(in: workspace.url("many")) == expected, "round \(round)")
        }
        #expect(try Tilecut.run("verify", "one", "many", in: workspace).status == 0)
    }
}

extension Workspace {
    /// Waits, up to 20 s.
    func wait(until holds: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !holds() {
            try #require(ContinuousClock.now < deadline, "waited too long")
            usleep(2_000)
        }
    }
}
