import Foundation
import Testing

@Suite struct ExitStatusTests {
    private static func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.writePicture("a.ppm")
        try workspace.writeManifest("source: a.ppm")
        return workspace
    }

    @Test func zeroWhenAllIsWell() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        #expect(run.status == 0)
        #expect(run.out.isEmpty)
        #expect(workspace.exists("out/a/datasource.json"))
    }

    @Test func oneWhenSomeFailed() throws {
        let workspace = try Self.workspace()
        try workspace.write("no picture", to: "b.ppm")
        try workspace.writeManifest("source: b.ppm", "source: a.ppm", "source: '*.tif'")
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        #expect(run.status == 1)
        #expect(run.errLines[0] == "m.yaml:6: *.tif: no file matches")
        #expect(run.err.contains("m.yaml:4: b.ppm: "))
        #expect(run.errLines.last?.hasPrefix("3 images: 1 cut, 2 failed; ") == true)
        #expect(workspace.exists("out/a/datasource.json"))
    }

    @Test func twoWhenAManifestIsRejected() throws {
        let workspace = try Self.workspace()
        try workspace.writeManifest("source: a.ppm\n    name: b\n    quality: 101", to: "bad.yaml")
        let run = try Tilecut.run(
            "build", "m.yaml", "bad.yaml", "--report", "r.json", in: workspace)
        #expect(run.status == 2)
        #expect(run.err.hasPrefix("bad.yaml:6:14: error: "))
        #expect(run.errLines.last == "1 error in 1 manifest; nothing was written")
        #expect(try workspace.tree() == ["a.ppm", "bad.yaml", "m.yaml"])
    }

    @Test func twoWhenAManifestIsMissing() throws {
        let run = try Tilecut.run("build", "nope.yaml", in: Workspace())
        #expect(run.status == 2)
        #expect(run.err.hasPrefix("nope.yaml: error: "))
    }

    @Test func fourWhenTheOutputCannotBeWritten() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run(
            "build", "-o", "a.ppm/out", "m.yaml", "--report", "r.json", in: workspace)
        #expect(run.status == 4)
        #expect(run.err.hasPrefix("tilecut: output a.ppm/out is not writable: "))
        #expect(try workspace.text(of: "r.json").contains(#""skipped": 1"#))
    }

    @Test func fourWhenAnotherRunHoldsTheOutput() throws {
        let workspace = try Self.workspace()
        #expect(try Tilecut.run("build", "m.yaml", in: workspace).status == 0)
        let run = try Tilecut.shell(
            #"exec flock out/.tilecut/lock "$TILECUT" build m.yaml"#, in: workspace)
        #expect(run.status == 4)
        #expect(run.err.contains("is held by"))
    }

    @Test(arguments: ["missing/r.json", "a.ppm/r.json", ".", "folder/"])
    func fourWhenTheReportCannotBeWritten(_ path: String) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run("build", "m.yaml", "--report", path, in: workspace)
        #expect(run.status == 4)
        #expect(run.err.hasPrefix("tilecut: cannot write report \(path): "))
        #expect(!workspace.exists("out"), "found out before any work is done")
    }

    @Test func checkSaysWhatIsThere() throws {
        let workspace = try Self.workspace()
        try workspace.writeManifest("source: gone.ppm", "source: '*.tif'", to: "other.yaml")
        let run = try Tilecut.run("check", "other.yaml", "m.yaml", "-v", in: workspace)
        #expect(run.status == 0)
        #expect(
            run.out == """
                other.yaml: ok, 1 image
                  gone  gone.ppm
                m.yaml: ok, 1 image
                  a  a.ppm

                """)
        #expect(
            run.err == """
                other.yaml:4: gone.ppm: warning: No such file or directory
                other.yaml:5: *.tif: warning: no file matches

                """)
        #expect(!workspace.exists("out"))
        let quiet = try Tilecut.run("check", "-q", "other.yaml", in: workspace)
        #expect(quiet.status == 0 && quiet.out.isEmpty && quiet.err.isEmpty)
    }

    @Test func checkRejects() throws {
        let workspace = try Self.workspace()
        try workspace.writeManifest(
            "source: a.ppm\n    name: b\n    quality: 101", "name: x", to: "bad.yaml")
        let run = try Tilecut.run("check", "bad.yaml", "m.yaml", in: workspace)
        #expect(run.status == 2)
        #expect(run.out == "bad.yaml: 2 errors\nm.yaml: ok\n")
        #expect(run.errLines.last == "2 errors in 1 manifest")
    }
}
