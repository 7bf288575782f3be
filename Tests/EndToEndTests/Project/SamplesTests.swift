import Foundation
import Testing
import TilePyramid

/// The manifests that come with the project, cut as a user would.
@Suite struct SamplesTests {
    static let project = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func theSamplesAreCutRight() throws {
        let workspace = try Workspace()
        let manifest = Self.project.appending(path: "manifests/samples.yaml")
            .path(percentEncoded: false)
        let run = try Tilecut.run("build", "-o", "out", manifest, in: workspace)
        try #require(run.status == 0, "\(run.err)")
        let catalog = try JSONDecoder().decode(
            Catalog.self, from: Data(contentsOf: workspace.url("out/catalog.json")))
        #expect(catalog.images.map(\.name) == ["chart", "landscape", "lighthouse"])
        let sources = ["chart.png", "landscape.jpg", "portrait.jpg"]
        for (image, source) in zip(catalog.images, sources) {
            let set = try TileSet(workspace.url("out/\(image.name)"))
            let source = try Pixels(
                contentsOf: Self.project.appending(path: "manifests/samples/\(source)"))
            #expect((source.width, source.height) == (image.size.width, image.size.height))
            var expected = source
            var scale = 1.0
            for level in set.descriptor.layout.levels.reversed() {
                while scale > level.scale {
                    expected = expected.halved
                    scale /= 2
                }
                let distance = try set.level(level).distance(to: expected)
                if set.descriptor.imageExtension == "png" {
                    #expect(distance == 0, "\(image.name), level \(level.level)")
                } else {
                    #expect(distance < 3, "\(image.name), level \(level.level)")
                }
            }
            for thumbnail in set.descriptor.thumbnails {
                let pixels = try Pixels(contentsOf: set.folder.appending(path: thumbnail.path))
                #expect((pixels.width, pixels.height) == (thumbnail.width, thumbnail.height))
            }
        }
        let lighthouse = try TileSet(workspace.url("out/lighthouse")).descriptor
        #expect(lighthouse.imageSize == PixelSize(width: 1200, height: 1800))
        let again = try Tilecut.run("build", "-o", "out", manifest, in: workspace)
        #expect(again.err.contains("3 unchanged"))
    }

    @Test func workersMakeNoDifference() throws {
        let workspace = try Workspace()
        let manifest = Self.project.appending(path: "manifests/samples.yaml")
            .path(percentEncoded: false)
        for jobs in ["1", "2", "7"] {
            let run = try Tilecut.run(
                "build", "-j", jobs, "-o", "out\(jobs)", manifest, in: workspace)
            try #require(run.status == 0, "\(run.err)")
        }
        let files = try workspace.tree("out1").filter { !$0.hasPrefix(".tilecut") }
        for jobs in ["2", "7"] {
            #expect(
                try workspace.tree("out\(jobs)").filter { !$0.hasPrefix(".tilecut") } == files)
            let differences = try Tilecut.shell(
                "diff -r -x .tilecut out1 out\(jobs)", in: workspace)
            #expect(differences.status == 0, "\(differences.out)")
        }
    }
}
