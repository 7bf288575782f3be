import Foundation
import Testing

@Suite struct ReportTests {
    private static func workspace() throws -> Workspace {
        let workspace = try Workspace()
        for name in ["a", "b", "c"] { try workspace.writePicture("\(name).ppm") }
        try workspace.write("no picture", to: "bad.ppm")
        try workspace.writeManifest(
            "source: c.ppm", "source: '*.tif'", "source: bad.ppm", to: "first.yaml")
        try workspace.writeManifest("source: '*.png'", "source: b.ppm", to: "second.yaml")
        return workspace
    }

    private static func report(_ text: String) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func totalsAddUpInManifestOrder() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run(
            "build", "--report", "r.json", "second.yaml", "first.yaml", in: workspace)
        #expect(run.status == 1)
        let report = try Self.report(workspace.text(of: "r.json"))
        let totals = try #require(report["totals"] as? [String: Any])
        let images = try #require(report["images"] as? [[String: Any]])
        #expect(
            images.map { $0["source"] as? String } == [
                "*.png", "b.ppm", "c.ppm", "*.tif", "bad.ppm",
            ])
        #expect(
            images.map { $0["status"] as? String } == ["failed", "cut", "cut", "failed", "failed"])
        #expect(images[0]["error"] as? String == "no file matches")
        #expect(totals["images"] as? Int == 5)
        for (status, count) in [("cut", 2), ("failed", 3), ("unchanged", 0), ("skipped", 0)] {
            #expect(totals[status] as? Int == count)
        }
        for figure in ["tiles", "bytes"] {
            let sum = images.compactMap { $0[figure] as? Int }.reduce(0, +)
            #expect(sum > 0 && totals[figure] as? Int == sum)
        }
        #expect(report["cancelled"] as? Bool == false)
        #expect(try !workspace.tree().contains { $0.contains("tilecut-report") })
    }

    @Test func toStandardOutput() throws {
        let workspace = try Self.workspace()
        let run = try Tilecut.run("build", "--report", "-", "first.yaml", in: workspace)
        #expect(run.status == 1)
        #expect(try Self.report(run.out)["formatVersion"] as? Int == 1)
        let device = try Tilecut.run(
            "build", "--report", "/dev/stdout", "first.yaml", in: workspace)
        #expect(try Self.report(device.out)["formatVersion"] as? Int == 1)
    }

    @Test func replacesWhatALinkPointsAt() throws {
        let workspace = try Self.workspace()
        try workspace.write("old", to: "kept/r.json")
        let run = try Tilecut.shell(
            #"ln -s kept/r.json r.json; exec "$TILECUT" build --report r.json second.yaml"#,
            in: workspace)
        #expect(run.status == 1)
        #expect(try Self.report(workspace.text(of: "kept/r.json"))["formatVersion"] as? Int == 1)
    }
}
