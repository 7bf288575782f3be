import Foundation
import Testing

/// Options that are right, in every place and form.
@Suite struct OptionTests {
    private static func workspace() throws -> Workspace {
        let workspace = try Workspace()
        for name in ["bench", "bank", "lobby"] { try workspace.writePicture("\(name).ppm") }
        try workspace.writeManifest("source: bench.ppm", "source: bank.ppm", "source: lobby.ppm")
        return workspace
    }

    private static func cut(in workspace: Workspace) throws -> [String] {
        try workspace.tree("out").filter { $0.hasSuffix("/datasource.json") }
            .map { String($0.prefix { $0 != "/" }) }
    }

    @Test(arguments: [
        ["build", "-o", "other", "m.yaml"], ["build", "m.yaml", "-o", "other"],
        ["build", "m.yaml", "--output=other"], ["build", "-voother", "m.yaml"],
        ["-v", "build", "m.yaml", "-o", "wrong", "-o", "other"],
        ["build", "-j4", "-o", "other", "--", "m.yaml"],
        ["build", "--force", "--force", "m.yaml", "--output=wrong", "-oother"],
        ["build", "-vj", "4", "m.yaml", "--output", "other"],
    ])
    func outputIsFoundAnywhere(_ arguments: [String]) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.start(arguments, in: workspace).wait()
        #expect(run.status == 0, "\(run.err)")
        #expect(workspace.exists("other/bench/datasource.json"))
        #expect(!workspace.exists("out") && !workspace.exists("wrong"))
    }

    @Test func aManifestMayLookLikeAnOption() throws {
        let workspace = try Self.workspace()
        try workspace.writeManifest("source: bench.ppm", to: "-j")
        #expect(try Tilecut.run("check", "--", "-j", in: workspace).out == "-j: ok, 1 image\n")
    }

    @Test func nothingIsAnOptionAfterTwoDashes() throws {
        let workspace = try Self.workspace()
        try workspace.writeManifest("source: bench.ppm", to: "--quiet")
        try workspace.writeManifest("source: bank.ppm", to: "--")
        let run = try Tilecut.run("check", "--", "--quiet", "--", in: workspace)
        #expect(run.out == "--quiet: ok, 1 image\n--: ok, 1 image\n")
    }

    /// The next argument is the value whatever it looks like, and of a value all is kept: more `=`,
    /// and a combining character that makes one with what stands before it.
    @Test(arguments: [
        (["-o", "-v"], "-v"), (["--output", "--"], "--"), (["--output=a=b"], "a=b"),
        (["-o=a"], "=a"), (["-o\u{301}"], "\u{301}"), (["--output=\u{301}"], "\u{301}"),
        (["-o-"], "-"),
    ])
    func aValueMayBeAnything(_ arguments: [String], _ folder: String) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.start(["build", "m.yaml"] + arguments, in: workspace).wait()
        #expect(run.status == 0, "\(run.err)")
        #expect(workspace.exists("\(folder)/catalog.json"))
        #expect(!workspace.exists("out"))
    }

    @Test func aDashIsAnOperand() throws {
        let workspace = try Self.workspace()
        try workspace.writeManifest("source: bench.ppm", to: "-")
        #expect(try Tilecut.run("check", "-", in: workspace).out == "-: ok, 1 image\n")
        #expect(try Tilecut.run("-", in: workspace).err.contains("unknown command '-'"))
    }

    @Test(arguments: ["16M", "16777216", "16384K", "16384k", "2G", "2g", "1T", "64T"])
    func memory(_ size: String) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run("build", "--memory", size, "m.yaml", in: workspace)
        #expect(run.status == 0, "\(run.err)")
    }

    @Test(arguments: ["1", "7", "1024"]) func jobs(_ count: String) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run("build", "--jobs", count, "m.yaml", in: workspace)
        #expect(run.status == 0, "\(run.err)")
    }

    @Test func jobsDefaultToTheUsableCores() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.shell(
            #"""
            core=$(sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status)
            exec taskset -c "$core" "$TILECUT" build -v m.yaml
            """#, in: workspace)
        #expect(run.status == 0)
        #expect(run.errLines.first?.contains("; 1 worker, ") == true)
    }

    @Test func onlySomeNames() throws {
        let workspace = try Self.workspace()
        #expect(try Tilecut.run("build", "--only", "b*", "m.yaml", in: workspace).status == 0)
        #expect(try Self.cut(in: workspace) == ["bank", "bench"])
        let other = try Self.workspace()
        let run = try Tilecut.run(
            "build", "--only", "ba?k", "--only=[l]obby", "m.yaml", in: other)
        #expect(run.status == 0)
        #expect(try Self.cut(in: other) == ["bank", "lobby"])
    }

    /// What a pattern picks among names it picks among sources, too.
    @Test(arguments: [
        ("b[!e]n[^a-j]", ["bank"]), ("b\\an*", ["bank"]), ("[b]ank*", ["bank"]), ("b?nk", ["bank"]),
        ("*b*", ["bank", "bench", "lobby"]), ("[a-b][^a]*", ["bench"]),
    ])
    func onlyIsAPatternAsInManifests(_ pattern: String, _ names: [String]) throws {
        let workspace = try Self.workspace()
        #expect(try Tilecut.run("build", "--only", pattern, "m.yaml", in: workspace).status == 0)
        #expect(try Self.cut(in: workspace) == names)
        let sources = try Self.workspace()
        try sources.writeManifest("source: '\(pattern).ppm'")
        #expect(try Tilecut.run("build", "m.yaml", in: sources).status == 0)
        #expect(try Self.cut(in: sources) == names)
    }

    @Test func onlyKnowsCharacters() throws {
        let workspace = try Workspace()
        try workspace.writePicture("é.ppm")
        try workspace.writeManifest("source: é.ppm")
        #expect(try Tilecut.run("build", "--only", "?", "m.yaml", in: workspace).status == 0)
    }

    @Test(arguments: [
        ("bnech", "; did you mean 'bench'?"), ("x*", ""), ("", ""), ("[[:alpha:]]*", ""),
    ])
    func onlyAnUnknownName(_ pattern: String, _ hint: String) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run(
            "build", "--only", "lobby", "--only", pattern, "m.yaml", in: workspace)
        #expect(run.status == 2)
        #expect(run.err == "tilecut: no image's name matches '\(pattern)' of '--only'\(hint)\n")
        #expect(!workspace.exists("out"))
    }

    @Test func force() throws {
        let workspace = try Self.workspace()
        #expect(try Tilecut.run("build", "m.yaml", in: workspace).err.contains(": 3 cut;"))
        #expect(try Tilecut.run("build", "m.yaml", in: workspace).err.contains(": 3 unchanged in"))
        let forced = try Tilecut.run("build", "--force", "m.yaml", in: workspace)
        #expect(forced.status == 0)
        #expect(forced.err.contains(": 3 cut;"))
    }

    @Test func failFast() throws {
        let workspace = try Self.workspace()
        // The largest source goes first.
        try workspace.write(Data(repeating: 7, count: 1_000_000), to: "bench.ppm")
        let run = try Tilecut.run("build", "-j1", "--fail-fast", "m.yaml", in: workspace)
        #expect(run.status == 1)
        #expect(run.errLines.last?.contains("1 failed") == true)
    }

    @Test func failFastWithAPatternThatMatchesNothing() throws {
        let workspace = try Self.workspace()
        try workspace.writeManifest("source: bench.ppm", "source: '*.tif'")
        let run = try Tilecut.run("build", "--fail-fast", "m.yaml", in: workspace)
        #expect(run.status == 1)
        #expect(run.errLines.last?.hasPrefix("2 images: 1 failed, 1 skipped in ") == true)
        #expect(!workspace.exists("out/bench"))
    }
}
