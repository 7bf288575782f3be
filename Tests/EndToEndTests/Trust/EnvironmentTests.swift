import Foundation
import Testing

/// Disks that are full or read-only, few open files, and sources that change.
@Suite struct EnvironmentTests {
    /// Mounting takes root, and a kernel that allows it in a name space of its own.
    static let canMount: Bool = {
        do {
            return try Tilecut.shell(
                "unshare -m sh -c 'mkdir d && mount -t tmpfs tmpfs d' 2>/dev/null", in: Workspace()
            ).status == 0
        } catch {
            return false
        }
    }()

    @Test(.enabled(if: canMount, "needs the right to mount"))
    func aFullDiskKeepsTheOldSets() throws {
        let sets = try TwoSets("tileSizes: [32, 16], extension: png, compression: 0")
        for size in stride(from: 56, through: 120, by: Soak.isOn ? 4 : 16) {
            let script = """
                set -e
                rm -rf disk && mkdir disk && mount -t tmpfs -o size=\(size)k tmpfs disk
                cp -a base/. disk/ || exit 90
                set +e
                $TILECUT build -o disk --progress none new.yaml; echo "status $?"
                rm -rf out; cp -a disk out
                mount -o remount,size=50m disk
                $TILECUT build -q --prune -o disk m.yaml || echo "cannot repair"
                diff -r -x .tilecut -x mine.txt disk ref-new
                """
            let run = try Tilecut.shell(
                "unshare -m sh -c '\(script.replacing("'", with: "'\\''"))'", in: sets.workspace)
            if run.status == 90 { continue }
            let note = "\(size) KiB: \(run.out)\(run.err)"
            let renewed = try sets.published(note)
            if run.out.hasPrefix("status 0\n") {
                #expect(renewed.isSuperset(of: ["a", "b"]), "\(note)")
            } else {
                #expect(
                    run.out.hasPrefix("status 1\n") || run.out.hasPrefix("status 4\n"), "\(note)")
                #expect(run.err.contains("No space left on device"), "\(note)")
            }
            #expect(run.out.split(separator: "\n").count == 1, "\(note)")
        }
    }

    @Test(.enabled(if: canMount, "needs the right to mount"))
    func aReadOnlyOutputIsNamed() throws {
        let sets = try TwoSets()
        try sets.reset()
        let run = try Tilecut.shell(
            """
            unshare -m sh -c 'mount --bind out out && mount -o remount,ro,bind out || exit 90
            $TILECUT build --progress none m.yaml; echo "build $?"
            $TILECUT verify out; echo "verify $?"
            $TILECUT plan -q --check m.yaml; echo "plan $?"'
            """, in: sets.workspace)
        #expect(run.out.hasPrefix("build 4\n"), "\(run.out)\(run.err)")
        #expect(run.err.contains("output out is not writable: cannot "), "\(run.err)")
        #expect(run.err.contains("Read-only file system"), "\(run.err)")
        #expect(run.out.hasSuffix("verify 3\nplan 3\n"), "\(run.out)")
        #expect(try sets.published("read-only").isEmpty)
        try sets.expectRepair("read-only")
    }

    @Test(arguments: [20, 24, 32, 64])
    func fewOpenFilesAreEnough(limit: Int) throws {
        let workspace = try Workspace()
        for index in 0..<24 { try workspace.writePicture("p\(index).ppm", width: 90, height: 70) }
        try workspace.writeManifest("{ source: '*.ppm', tileSizes: [64, 32] }")
        let run = try Tilecut.shell(
            "ulimit -n \(limit); $TILECUT build -j 16 m.yaml", in: workspace)
        if limit >= 32 {
            #expect(run.status == 0, "\(run.err)")
            #expect(try Tilecut.run("verify", "out", in: workspace).status == 0)
        }
        // Fewer may be too few, but what is there is whole.
        let again = try Tilecut.run("build", "-q", "m.yaml", in: workspace)
        #expect(again.status == 0, "\(again.err)")
        #expect(try Tilecut.run("verify", "out", in: workspace).status == 0)
    }

    @Test func aSourceThatChangesWhileItIsReadFails() throws {
        let workspace = try Workspace()
        try workspace.writeSlowPicture("slow.ppm")
        try workspace.writeManifest("{ source: slow.ppm, \(Workspace.slowSettings) }")
        let run = try Tilecut.start(["build", "m.yaml"], in: workspace)
        try workspace.wait { workspace.exists("out/.tilecut/staging/slow/512") }
        let file = try #require(
            FileHandle(forWritingAtPath: workspace.url("slow.ppm").path(percentEncoded: false)))
        try file.seek(toOffset: 5_000_000)
        try file.write(contentsOf: Data("changed".utf8))
        try file.close()
        let ended = try run.wait()
        #expect(ended.status == 1)
        #expect(
            ended.err.contains("m.yaml:4: slow.ppm: changed while it was read"), "\(ended.err)")
        #expect(
            try workspace.tree("out") == [
                ".tilecut", ".tilecut/inventory", ".tilecut/lock", "catalog.json",
            ])
    }
}
