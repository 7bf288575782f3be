import Testing

@Suite struct HelpTests {
    static let commands = ["build", "check", "plan", "verify", "prune", "help"]

    @Test func helpOfTheProgram() throws {
        let run = try Tilecut.run("--help", in: Workspace())
        #expect(run.status == 0)
        #expect(run.err.isEmpty)
        try Golden.check(run.out, "help/tilecut.txt")
    }

    @Test(arguments: commands) func helpOf(command: String) throws {
        let run = try Tilecut.run(command, "--help", in: Workspace())
        #expect(run.status == 0)
        #expect(run.err.isEmpty)
        try Golden.check(run.out, "help/\(command).txt")
        #expect(run.out.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func noOrphanGoldenFile() throws {
        #expect(
            try Golden.files(in: "help") == Set((Self.commands + ["tilecut"]).map { "\($0).txt" }))
    }

    @Test(arguments: commands) func helpIsReachedInEveryWay(command: String) throws {
        let workspace = try Workspace()
        let expected = try Tilecut.run(command, "--help", in: workspace).out
        for arguments in [["help", command], ["--help", command], ["-h", command]] {
            let run = try Tilecut.start(arguments, in: workspace).wait()
            #expect(run.status == 0)
            #expect(run.out == expected)
        }
        #expect(try Tilecut.run("help", in: workspace).out == Tilecut.run("-h", in: workspace).out)
    }

    @Test func version() throws {
        let workspace = try Workspace()
        for arguments in [["--version"], ["build", "--version"]] {
            let run = try Tilecut.start(arguments, in: workspace).wait()
            #expect(run.status == 0)
            #expect(run.out.wholeMatch(of: /tilecut \d+\.\d+\.\d+\n/) != nil)
        }
        for arguments in [
            ["--version", "-v"], ["-v", "--version"], ["check", "-v", "--version"],
        ] {
            let lines = try Tilecut.start(arguments, in: workspace).wait().out
                .split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines[1].wholeMatch(of: /libvips \d+\.\d+\.\d+/) != nil)
            #expect(lines[2].wholeMatch(of: /libjpeg-turbo \d+\.\d+\.\d+/) != nil)
            #expect(lines[3].hasPrefix("reads ") && lines[3].contains("JPEG"))
        }
    }
}
