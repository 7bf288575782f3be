import Foundation
import Testing

/// Settings change one after the other, and each result is byte for byte that of a fresh cut.
@Suite struct PartialBuildTests {
    private static let pictures = SamplesTests.project.appending(path: "manifests/samples")

    /// Settings, and what `plan` says of the step to them.
    private static let steps: [(settings: String, why: String)] = [
        ("tileSizes: [512, 256]", "new"),
        ("tileSizes: [512, 256], maxZoomLevel: 6", "descriptor only"),
        (
            "tileSizes: [512, 256], maxZoomLevel: 6, attribution: 'by \"us\"'",
            "descriptor only"
        ),
        ("tileSizes: [512, 256], thumbnail: { size: 100 }", "thumbnail settings"),
        (
            "tileSizes: [512, 128], thumbnail: { size: 100 }",
            "tileSizes changed: level 2"
        ),
        (
            "tileSizes: [512, 128, 64], thumbnail: { size: 64, extension: png }",
            "tileSizes changed: levels 1, 3; thumbnail settings"
        ),
        (
            "tileSizes: [512, 128, 64], minTileLevel: 2, thumbnail: { size: 64, extension: png }",
            "tileSizes changed: level 1"
        ),
        (
            "tileSizes: [512, 128, 64], minTileLevel: 2, thumbnail: false", "thumbnail settings"
        ),
        (
            "tileSizes: [512, 128, 64], minTileLevel: 2, thumbnail: false, quality: 60",
            "tiles changed: { \"extension\": \"jpg\", \"quality\": 80 } -> "
                + "{ \"extension\": \"jpg\", \"quality\": 60 }"
        ),
    ]

    @Test(arguments: ["portrait.jpg", "landscape.jpg", "chart.png"])
    func everyStepEndsWhereAFreshCutDoes(picture: String) throws {
        let workspace = try Workspace()
        try workspace.write(
            try Data(contentsOf: Self.pictures.appending(path: picture)), to: picture)
        for (settings, why) in Self.steps {
            try workspace.writeManifest("{ source: \(picture), name: it, \(settings) }")
            let plan = try Tilecut.run("plan", "m.yaml", in: workspace)
            #expect(plan.out == "cut  it  \(why)\n1 of 1 image is due\n")
            #expect(try Tilecut.run("plan", "--check", "-q", "m.yaml", in: workspace).status == 3)
            let build = try Tilecut.run("build", "-q", "m.yaml", in: workspace)
            #expect(build.status == 0, "\(build.err)")
            let fresh = try Tilecut.run("build", "-q", "-o", "fresh", "m.yaml", in: workspace)
            #expect(fresh.status == 0)
            let same = try Tilecut.shell("diff -r out fresh -x state -x .tilecut", in: workspace)
            #expect(same.status == 0, "\(settings): \(same.out)")
            #expect(try Tilecut.run("verify", "out", in: workspace).status == 0)
            #expect(try Tilecut.run("plan", "--check", "m.yaml", in: workspace).status == 0)
            try FileManager.default.removeItem(at: workspace.url("fresh"))
        }
    }

    @Test func reportsOfPlanAndVerifyHaveOtherForms() throws {
        let workspace = try Workspace()
        try workspace.writePicture("a.ppm")
        try workspace.writePicture("b.ppm")
        try workspace.writeManifest("{ source: a.ppm }", "{ source: b.ppm }")
        try Golden.check(
            Tilecut.run("plan", "--format", "json", "m.yaml", in: workspace).out, "plan/new.json")
        _ = try Tilecut.run("build", "-q", "m.yaml", in: workspace)
        try workspace.writeManifest("{ source: a.ppm, maxZoomLevel: 3 }", "{ source: c.ppm }")
        let plan = try Tilecut.run("plan", "--format", "markdown", "m.yaml", in: workspace)
        #expect(plan.status == 1)
        try Golden.check(plan.out, "plan/changed.md")
        try FileManager.default.removeItem(at: workspace.url("out/b/thumbnail.jpg"))
        try workspace.write("x", to: "out/a/mine.txt")
        for (format, file) in [
            ("text", "damage.txt"), ("json", "damage.json"), ("markdown", "damage.md"),
        ] {
            let verify = try Tilecut.run("verify", "--format", format, "out", in: workspace)
            #expect(verify.status == 3)
            try Golden.check(verify.out, "verify/\(file)")
        }
        let pruned = try Tilecut.run("prune", "m.yaml", in: workspace)
        #expect(pruned.status == 0, "\(pruned.err)")
        #expect(pruned.out == "out/b is no longer listed in m.yaml: removed\n")
        #expect(!workspace.exists("out/b"))
    }
}
