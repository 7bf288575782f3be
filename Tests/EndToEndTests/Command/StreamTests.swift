import Testing

/// Streams that are closed, full, or that nobody reads.
@Suite struct StreamTests {
    private static func workspace() throws -> Workspace {
        let workspace = try Workspace()
        try workspace.writePicture("a.ppm")
        try workspace.writeManifest("source: a.ppm")
        return workspace
    }

    @Test(arguments: [
        #"exec "$TILECUT" build -v m.yaml >&-"#,
        #"exec "$TILECUT" build -v m.yaml 2>&-"#,
        #"exec "$TILECUT" build -v m.yaml <&- >&- 2>&-"#,
        #"exec "$TILECUT" build -v --progress json --report - m.yaml <&- >&- 2>&-"#,
    ])
    func closed(_ script: String) throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.shell(script, in: workspace)
        #expect(run.status == 0)
        #expect(workspace.exists("out/a/datasource.json"))
        #expect(try workspace.text(of: "out/a/datasource.json").hasPrefix("{\n"))
    }

    @Test(arguments: [
        #"{ sleep 0.2; "$TILECUT" build -v m.yaml 2>&1; echo $? >status; } | true"#,
        #"{ sleep 0.2; "$TILECUT" build --report - m.yaml; echo $? >status; } | true"#,
        #"{ sleep 0.2; "$TILECUT" check m.yaml; echo $? >status; } | true"#,
        #"{ sleep 0.2; "$TILECUT" --help; echo $? >status; } | true"#,
    ])
    func readerThatHasGone(_ script: String) throws {
        let workspace = try Self.workspace()
        _ = try Tilecut.shell(script + "; while [ ! -s status ]; do sleep 0.1; done", in: workspace)
        #expect(try workspace.text(of: "status") == "0\n")
    }

    @Test(arguments: ["--help", "check m.yaml", "build m.yaml --report -"])
    func fullStandardOutput(_ arguments: String) throws {
        let run = try Tilecut.shell(
            #"exec "$TILECUT" \#(arguments) >/dev/full"#, in: Self.workspace())
        #expect(run.status == 4)
        #expect(
            run.errLines.last == "tilecut: cannot write to standard output: No space left on device"
        )
    }

    @Test func fullStandardError() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.shell(#"exec "$TILECUT" build -v m.yaml 2>/dev/full"#, in: workspace)
        #expect(run.status == 0)
        #expect(workspace.exists("out/a/datasource.json"))
    }
}
