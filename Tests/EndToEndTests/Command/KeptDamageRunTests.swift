import Foundation
import PixelFixtures
import Testing
import TilePyramid

/// `onDamage: keep`, from the manifest to the descriptor.
@Suite struct KeptDamageRunTests {
    private static let whole = JPEGFixture { ($0.h, $0.v) = (2, 2) }
        .encoded(Picture.smooth(.rgb, 300, 200))
    private static let text = "truncated JPEG (premature end of file)"

    private static func workspace(_ settings: String) throws -> Workspace {
        let workspace = try Workspace()
        try workspace.write(Data(whole.prefix(whole.count * 6 / 10)), to: "a.jpg")
        try workspace.write(whole, to: "b.jpg")
        try write(settings, to: workspace)
        return workspace
    }

    private static func write(_ settings: String, to workspace: Workspace) throws {
        try workspace.writeManifest(
            "source: a.jpg", "source: b.jpg", defaults: "tileSizes: [128, 64]" + settings)
    }

    private static func descriptor(_ name: String, in workspace: Workspace) throws -> Descriptor {
        try JSONDecoder().decode(
            Descriptor.self, from: Data(workspace.text(of: "out/\(name)/datasource.json").utf8))
    }

    @Test func theDescriptorAndAWarningTellOfIt() throws {
        let workspace = try Self.workspace(", onDamage: keep")
        let run = try Tilecut.run("build", "--report", "r.json", "m.yaml", in: workspace)
        #expect(run.status == 0)
        #expect(run.err.contains("m.yaml:5: a.jpg: warning: \(Self.text)"))
        #expect(try Self.descriptor("a", in: workspace).damaged == Self.text)
        #expect(try Self.descriptor("b", in: workspace).damaged == nil)
        #expect(try workspace.text(of: "r.json").contains(Self.text))
        #expect(try !workspace.text(of: "out/catalog.json").contains("damaged"))
        #expect(try Tilecut.run("verify", "out", in: workspace).status == 0)
        let again = try Tilecut.run("build", "m.yaml", in: workspace)
        #expect(
            again.status == 0 && again.out.contains("2 unchanged")
                || again.err.contains("2 unchanged"))
        // The same bytes, whoever cuts them.
        let other = try Self.workspace(", onDamage: keep")
        #expect(try Tilecut.run("build", "--jobs", "1", "m.yaml", in: other).status == 0)
        let files = try workspace.tree("out").filter {
            !$0.hasPrefix(".tilecut") && $0.contains(".")
        }
        #expect(files.count > 20)
        for file in files {
            #expect(
                try Data(contentsOf: workspace.url("out/\(file)"))
                    == (try Data(contentsOf: other.url("out/\(file)"))), "\(file)")
        }
        // What only the state knows is found again without it.
        try FileManager.default.removeItem(at: workspace.url("out/.tilecut"))
        #expect(try Tilecut.run("plan", "m.yaml", in: workspace).out.contains("0 of 2 images"))
    }

    @Test func theKeyDecidesForDamagedImagesOnly() throws {
        let workspace = try Self.workspace("")
        let failed = try Tilecut.run("build", "m.yaml", in: workspace)
        #expect(failed.status == 1 && failed.err.contains("a.jpg: \(Self.text)"))
        try Self.write(", onDamage: keep", to: workspace)
        let plan = try Tilecut.run("plan", "m.yaml", in: workspace)
        #expect(plan.out.contains("1 of 2 images"), "\(plan.out)")
        #expect(try Tilecut.run("build", "m.yaml", in: workspace).status == 0)
        // Another descriptor, and another thumbnail, of what was kept.
        for change in [", maxZoomLevel: 5", ", thumbnail: { size: 99 }"] {
            try Self.write(", onDamage: keep" + change, to: workspace)
            #expect(try Tilecut.run("build", "m.yaml", in: workspace).status == 0)
            #expect(try Self.descriptor("a", in: workspace).damaged == Self.text)
            let fresh = try Self.workspace(", onDamage: keep" + change)
            #expect(try Tilecut.run("build", "m.yaml", in: fresh).status == 0)
            #expect(
                try workspace.text(of: "out/a/datasource.json")
                    == (try fresh.text(of: "out/a/datasource.json")))
        }
        try Self.write("", to: workspace)
        let back = try Tilecut.run("plan", "m.yaml", in: workspace)
        #expect(back.out.contains("onDamage"), "\(back.out)")
        #expect(try Tilecut.run("build", "m.yaml", in: workspace).status == 1)
    }

    @Test func aWholeSourceTakesItsPlace() throws {
        let workspace = try Self.workspace(", onDamage: keep")
        #expect(try Tilecut.run("build", "m.yaml", in: workspace).status == 0)
        try workspace.write(Self.whole, to: "a.jpg")
        let run = try Tilecut.run("build", "m.yaml", in: workspace)
        #expect(run.status == 0 && !run.err.contains("warning"))
        #expect(try Self.descriptor("a", in: workspace).damaged == nil)
        #expect(try !workspace.text(of: "out/a/datasource.json").contains("damaged"))
    }
}
