import Foundation
import Manifests
import Testing
import TilePyramid

/// Manifests that are read together, their outputs, and manifests that cannot be read.
@Suite struct SeveralManifestsTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    func read(_ names: String..., output: String? = nil) -> ManifestSet {
        ManifestSet.read(names.map { "\(folder.path)/\($0)" }, output: output)
    }

    func manifest(_ output: String?, _ sources: String...) -> String {
        "version: 1\n" + (output.map { "output: \($0)\n" } ?? "") + "images:\n"
            + sources.map { "  - source: \($0)\n" }.joined()
    }

    @Test func jobsComeInTheOrderOfTheCommandLine() throws {
        try folder.write("b.yaml", manifest("out", "d.jpg", "c.jpg"))
        try folder.write("a.yaml", manifest("out", "b.jpg", "a.jpg"))
        #expect(read("b.yaml", "a.yaml").jobs.map(\.name) == ["d", "c", "b", "a"])
    }

    @Test func oneNameInOneOutputIsRejectedWithTheOtherPlace() throws {
        try folder.write("m/a.yaml", manifest("../out", "x.jpg", "bench.jpg"))
        try folder.write("n/b.yaml", manifest("../out/", "bench.png"))
        #expect(
            read("m/a.yaml", "n/b.yaml").printed(in: folder.path) == """
                n/b.yaml:4:13: error: two images of one output are named 'bench', also at m/a.yaml:5; set 'name' on one of them
                    - source: bench.png
                              ^~~~~~~~~

                """)
    }

    @Test func oneNameInTwoOutputsIsFine() throws {
        try folder.write("a.yaml", manifest("out/a", "bench.jpg"))
        try folder.write("b.yaml", manifest("out/b", "bench.jpg"))
        let set = read("a.yaml", "b.yaml")
        #expect(set.diagnostics == [])
        #expect(set.jobs.map(\.output) == ["out/a", "out/b"].map { "\(folder.path)/\($0)" })
        #expect(read("a.yaml", "b.yaml", output: "o").isRejected)
    }

    @Test func twoPathsToOneOutputBecomeOne() throws {
        try folder.write("real/keep")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "real")
        try folder.write("m/a.yaml", manifest("../real/new/out", "a.jpg"))
        try folder.write("n/b.yaml", manifest("../link/new/./out//", "b.jpg"))
        try folder.write("c.yaml", manifest("link/new/x/../out", "c.jpg"))
        let set = read("m/a.yaml", "n/b.yaml", "c.yaml")
        #expect(set.diagnostics == [])
        #expect(Set(set.jobs.map(\.output)) == [folder.path + "/m/../real/new/out"])
    }

    @Test func theOptionGoesBeforeTheManifests() throws {
        try folder.write("a.yaml", manifest("elsewhere", "a.jpg"))
        try folder.write("b.yaml", manifest(nil, "b.jpg"))
        let set = read("a.yaml", "b.yaml", output: "build/tiles/")
        #expect(set.diagnostics == [])
        #expect(set.jobs.map(\.output) == ["build/tiles", "build/tiles"])
        #expect(
            read("a.yaml", "b.yaml").printed(in: folder.path) == """
                b.yaml:1:1: error: 'output' is missing; say where the tiles go, here or with --output
                    version: 1
                    ^~~~~~~

                """)
    }

    @Test func anOutputInAnImagesFolderIsRejected() throws {
        try folder.write("a.yaml", manifest("out", "a.jpg", "Bench.jpg"))
        try folder.write("b.yaml", manifest("out/bench/more", "b.jpg"))
        try folder.write("c.yaml", manifest("out/benches", "c.jpg"))
        #expect(
            read("a.yaml", "b.yaml", "c.yaml").printed(in: folder.path) == """
                a.yaml:5:13: error: the folder of image 'Bench' would hold another output, out/bench/more; name another 'output' or 'name'
                    - source: Bench.jpg
                              ^~~~~~~~~

                """)
        #expect(!read("a.yaml", "c.yaml").isRejected)
    }

    @Test func absolutePathsStayAsTheyAre() throws {
        try folder.write("m/a.yaml", manifest("/srv/tiles", "/photos/a.jpg"))
        let job = try #require(read("m/a.yaml").jobs.first)
        #expect(job.output == "/srv/tiles")
        #expect(job.source == SourceFile(path: "/photos/a.jpg", manifestPath: "/photos/a.jpg"))
    }

    @Test func allFaultsOfAllManifestsComeSortedByPlace() throws {
        try folder.write(
            "z.yaml", "version: 1\noutput: o\nimages: [{ page: x, quality: y, source: a }]\n")
        try folder.write("broken.yaml", "version: 1\nimages: [\n")
        try folder.write("a.yaml", manifest("o", "a", "''"))
        let set = read("z.yaml", "broken.yaml", "gone.yaml", "a.yaml")
        #expect(
            set.diagnostics.map { "\($0.file):\($0.line ?? 0):\($0.column ?? 0)" }
                == [
                    "z.yaml:3:18", "z.yaml:3:30", "broken.yaml:3:1", "gone.yaml:0:0", "a.yaml:4:13",
                    "a.yaml:5:13",
                ]
                .map { "\(folder.path)/\($0)" })
        #expect(set.jobs.isEmpty)
    }

    @Test func whatCannotBeReadIsToldWithoutALine() throws {
        try folder.write("folder/x")
        try folder.write("empty.yaml")
        try folder.write("a.yaml", manifest("o", "a.jpg"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/loop", withDestinationPath: "loop")
        let set = read("gone.yaml", "folder", "empty.yaml", "a.yaml", "./a.yaml", "loop")
        #expect(
            set.printed(in: folder.path) == """
                gone.yaml: error: there is no such file
                folder: error: this is a folder; name the manifest in it
                empty.yaml: error: the file is empty; a manifest begins with 'version: 1'
                ./a.yaml: error: the manifest is given more than once
                loop: error: cannot be read: Too many levels of symbolic links

                """)
        #expect(
            set.diagnostics.allSatisfy {
                $0.line == nil && $0.column == nil && $0.sourceLine == nil
            })
        #expect(ManifestSet.read([""], output: nil).isRejected)
        #expect(read("a.yaml", output: "").messages == ["the path is empty"])
    }

    @Test func aDeviceWithoutEndIsRefused() {
        let set = ManifestSet.read(["/dev/zero"], output: nil)
        #expect(set.messages == ["the file is larger than 64 MB; no manifest is"])
    }

    @Test func noManifestsAreNoJobs() {
        let set = ManifestSet.read([], output: nil)
        #expect(set.jobs.isEmpty && set.diagnostics == [] && !set.isRejected)
    }

    @Test func faultyImagesStillClaimTheirNames() throws {
        try folder.write("a.yaml", manifest("o", "a.jpg", "a.png") + "    page: x\n")
        #expect(read("a.yaml").diagnostics.count == 2)
    }
}
