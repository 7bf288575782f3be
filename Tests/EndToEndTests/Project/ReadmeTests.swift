import Foundation
import Testing

/// The README says what the program does now.
@Suite struct ReadmeTests {
    private static var readme: String {
        get throws {
            String(
                decoding: try Data(
                    contentsOf: SamplesTests.project.appending(path: "README.md")), as: UTF8.self)
        }
    }

    /// The first fenced block of `language` that holds `text`.
    private func block(_ language: String, holding text: String) throws -> String {
        let parts = try Self.readme.components(separatedBy: "```")
        let blocks = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let found = blocks.first { $0.hasPrefix(language + "\n") && $0.contains(text) }
        return String(try #require(found).dropFirst(language.count + 1))
    }

    @Test func itsManifestIsCutAsItSays() throws {
        let workspace = try Workspace()
        try workspace.write(try block("yaml", holding: "version: 1"), to: "manifests/europe.yaml")
        try workspace.writePicture("manifests/photos/bench.jpg", width: 1100, height: 700)
        try workspace.writePicture("manifests/photos/scans/a.tif")
        try workspace.writePicture("manifests/photos/lobby.png")
        let run = try Tilecut.run("build", "manifests/europe.yaml", in: workspace)
        #expect(run.status == 0, "\(run.err)")
        for path in [
            "catalog.json", "bench/datasource.json", "bench/thumbnail.jpg",
            "bench/512/bench_512_1_0_0.jpg", "bench/512/bench_512_1_1_0.jpg",
            "bench/256/bench_256_2_0_0.jpg", "bench/128/bench_128_3_0_0.jpg",
            "lobby-west/datasource.json", "a/datasource.json",
        ] {
            #expect(workspace.exists("build/tiles/\(path)"), "\(path)")
        }
    }

    @Test func itsMistakeIsReportedAsItSays() throws {
        let workspace = try Workspace()
        let text = try block("yaml", holding: "version: 1")
            .replacingOccurrences(of: "tileSizes: [1024, 512, 256]", with: "tileSizes: [big, 256]")
        try workspace.write(text, to: "manifests/europe.yaml")
        let run = try Tilecut.run("check", "manifests/europe.yaml", in: workspace)
        #expect(run.status == 2)
        let message = "expected a whole number from 1 to 65535 for 'tileSizes' but found 'big'"
        #expect(run.err.contains(message) && run.err.contains("^~~"))
        #expect(try Self.readme.contains(message))
    }

    @Test func everyOptionOfBuildIsThere() throws {
        let workspace = try Workspace()
        let help = try Tilecut.run("build", "--help", in: workspace).out
        let readme = try Self.readme
        func options(_ text: String) throws -> Set<String> {
            Set(text.matches(of: try Regex("--[a-z][a-z-]+")).map { String(text[$0.range]) })
        }
        let known = try options(help)
        #expect(known.count > 15)
        for option in known.subtracting(["--help", "--verbose", "--quiet"]) {
            #expect(readme.contains(option), "\(option)")
        }
        // What the README names, some command or make's own text knows.
        let all = try ["plan", "verify", "prune", "check"].reduce(known) { all, command in
            all.union(try options(try Tilecut.run(command, "--help", in: workspace).out))
        }
        #expect(try options(readme).subtracting(all) == [])
    }

    @Test func everyCommandIsThere() throws {
        let workspace = try Workspace()
        let help = try Tilecut.run("--help", in: workspace).out
        for command in ["build", "check", "plan", "verify", "prune", "help"] {
            #expect(help.contains("  \(command) "))
            #expect(try Self.readme.contains("| `tilecut \(command)"), "\(command)")
        }
    }
}
