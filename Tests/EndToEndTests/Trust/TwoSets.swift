import Foundation
import Testing

/// An output whose images are cut by one manifest and then by another, and what both make of them.
final class TwoSets: Sendable {
    typealias Files = [String: Data]

    let workspace: Workspace
    /// The images of `old`: its third one is not in `new`.
    static let names = ["a", "b", "gone"]
    let old: Files
    let new: Files

    /// - Parameter changes: settings of `new`, which start from `tileSizes: [32, 16]`.
    init(_ changes: String = "tileSizes: [32, 16], quality: 30") throws {
        workspace = try Workspace()
        try workspace.writePicture("a.ppm", width: 40, height: 30)
        try workspace.writePicture("b.ppm", width: 50, height: 20)
        try workspace.writePicture("gone.ppm", width: 20, height: 20)
        try workspace.writeManifest(
            "{ source: a.ppm }", "{ source: b.ppm }", "{ source: gone.ppm }",
            defaults: "tileSizes: [32, 16]", to: "old.yaml")
        try workspace.writeManifest(
            "{ source: a.ppm }", "{ source: b.ppm }", defaults: changes, to: "new.yaml")
        // One manifest in two versions owns the images.
        for (version, reference) in [("old", "ref-old"), ("new", "ref-new")] {
            let run = try Tilecut.shell(
                "cp \(version).yaml m.yaml && $TILECUT build -q -o \(reference) m.yaml",
                in: workspace)
            try #require(run.status == 0, "\(run.err)")
        }
        old = try Self.files(in: workspace.url("ref-old"))
        new = try Self.files(in: workspace.url("ref-new"))
        let run = try Tilecut.shell(
            "cp old.yaml m.yaml && $TILECUT build -q -o base m.yaml && cp new.yaml m.yaml"
                + " && echo mine > base/a/mine.txt", in: workspace)
        try #require(run.status == 0, "\(run.err)")
    }

    /// A fresh output with the old set in it, and a file in it that is not tilecut's.
    func reset() throws {
        let files = FileManager.default
        if workspace.exists("out") { try files.removeItem(at: workspace.url("out")) }
        try files.copyItem(at: workspace.url("base"), to: workspace.url("out"))
    }

    static func files(in folder: URL) throws -> Files {
        var files: Files = [:]
        for path in try FileManager.default.subpathsOfDirectory(
            atPath: folder.path(percentEncoded: false)) where !path.hasPrefix(".tilecut")
        {
            var isFolder: ObjCBool = false
            let url = folder.appending(path: path)
            if FileManager.default.fileExists(
                atPath: url.path(percentEncoded: false), isDirectory: &isFolder),
                !isFolder.boolValue
            {
                files[path] = try Data(contentsOf: url)
            }
        }
        return files
    }

    private static func image(_ name: String, of files: Files) -> Files {
        files.filter { $0.key.hasPrefix(name + "/") }
    }

    /// Names of the images that are as `new` has them.
    ///
    /// Every image must be whole, old or new, and nothing else may stand there.
    func published(_ note: String, mayLack: Set<String> = []) throws -> Set<String> {
        var files = try Self.files(in: workspace.url("out"))
        let mine = files.removeValue(forKey: "a/mine.txt")
        let isGone = mayLack.contains("a") && Self.image("a", of: files).isEmpty
        #expect(mine == Data("mine\n".utf8) || (mine == nil && isGone), "\(note)")
        #expect(
            files.keys.allSatisfy { path in
                path == "catalog.json" || Self.names.contains { path.hasPrefix($0 + "/") }
            }, "\(note): \(files.keys)")
        var renewed: Set<String> = []
        for name in Self.names {
            let found = Self.image(name, of: files)
            if found == Self.image(name, of: new) {
                renewed.insert(name)
            } else {
                let isOld = found == Self.image(name, of: old)
                #expect(
                    isOld || (found.isEmpty && mayLack.contains(name)),
                    "\(note): \(name) is neither old nor new: \(found.keys.sorted())")
            }
        }
        return renewed
    }

    /// A plain run after whatever happened: all is new, and nothing is left over.
    func expectRepair(_ note: String) throws {
        let run = try Tilecut.run("build", "--prune", "-q", "m.yaml", in: workspace)
        #expect(run.status == 0, "\(note): \(run.err)")
        var files = try Self.files(in: workspace.url("out"))
        #expect(files.removeValue(forKey: "a/mine.txt") != nil, "\(note)")
        #expect(files == new, "\(note): \(files.keys.sorted())")
        let own = try workspace.tree("out/.tilecut").filter { !$0.hasPrefix("inventory/") }
        #expect(own == ["inventory", "lock", "state"], "\(note)")
        #expect(try workspace.tree("out/.tilecut/inventory").count == 2, "\(note)")
        let verify = try Tilecut.run("verify", "out", in: workspace)
        #expect(verify.out.hasPrefix("extra  out/a/mine.txt\n"), "\(note): \(verify.out)")
        #expect(verify.out.contains("files: 1 extra"), "\(note): \(verify.out)")
    }
}
