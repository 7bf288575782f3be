import Foundation
import Synchronization
import Testing

/// Runs that are killed while somebody reads what is published.
@Suite(.serialized) struct KillTests {
    /// Reads an image over and over by the paths of its files, as a viewer does.
    final class Reader: Sendable {
        struct Seen: Sendable {
            var rounds = 0
            var switches = 0
            var faults: [String] = []
        }

        private let folder: URL
        private let sets: [String: [String: Data]]
        private let seen = Mutex(Seen())
        private let stops = Atomic(false)

        /// - Parameter sets: what may be read, by the descriptor's text.
        init(_ folder: URL, sets: [[String: Data]]) {
            self.folder = folder
            self.sets = Dictionary(
                sets.map { set in
                    (String(decoding: set["datasource.json"] ?? Data(), as: UTF8.self), set)
                }, uniquingKeysWith: { first, _ in first })
        }

        func start() -> Thread {
            let thread = Thread { self.read() }
            thread.start()
            return thread
        }

        func stop() -> Seen {
            stops.store(true, ordering: .releasing)
            usleep(100_000)
            return seen.withLock { $0 }
        }

        private func read() {
            var last = ""
            while !stops.load(ordering: .acquiring) {
                do {
                    let before = try identity()
                    guard let set = sets[before.text] else {
                        fault("a descriptor of neither set")
                        continue
                    }
                    var files: [String: Data] = [:]
                    for path in set.keys {
                        files[path] = try Data(contentsOf: folder.appending(path: path))
                    }
                    // What was read belongs together only if no swap came in between.
                    if try identity() == before, files != set { fault("a mixture") }
                    for (path, data) in files
                    where !sets.values.contains(where: { $0[path] == data }) {
                        fault("\(path) is of neither set")
                    }
                    seen.withLock { seen in
                        seen.rounds += 1
                        seen.switches += before.text == last ? 0 : 1
                    }
                    last = before.text
                } catch {
                    fault("\(error)")
                }
            }
        }

        private struct Identity: Equatable {
            let inode: Int?
            let text: String
        }

        private func identity() throws -> Identity {
            let path = folder.path(percentEncoded: false)
            return Identity(
                inode: try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
                    as? Int,
                text: String(
                    decoding: try Data(contentsOf: folder.appending(path: "datasource.json")),
                    as: UTF8.self))
        }

        private func fault(_ text: String) { seen.withLock { $0.faults.append(text) } }
    }

    @Test func aReaderSeesTheOldSetOrTheNew() throws {
        let workspace = try Workspace()
        try workspace.writePicture("a.ppm", width: 200, height: 150)
        var sets: [[String: Data]] = []
        // Microseconds until a run is killed, so chosen that about half of them end before.
        var longest = 0.0
        for (version, quality) in [("m0", 30), ("m1", 80)] {
            try workspace.writeManifest(
                "{ source: a.ppm, tileSizes: [64, 32], quality: \(quality) }",
                to: "\(version).yaml")
            let run = try Tilecut.run(
                "build", "-q", "-o", "ref-\(version)", "\(version).yaml", in: workspace)
            try #require(run.status == 0)
            longest = run.seconds * 1_500_000
            sets.append(try TwoSets.files(in: workspace.url("ref-\(version)/a")))
        }
        try #require(try Tilecut.run("build", "-q", "m0.yaml", in: workspace).status == 0)
        let reader = Reader(workspace.url("out/a"), sets: sets)
        _ = reader.start()
        var killed = 0
        let rounds = Soak.rounds(25, soak: 400)
        for round in 0..<rounds {
            let version = "m\((round + 1) % 2).yaml"
            let run = try Tilecut.start(["build", "-q", "-j", "2", version], in: workspace)
            usleep(UInt32(Double.random(in: 0...longest)))
            run.send(SIGKILL)
            let ended = try run.wait()
            if ended.status == 128 + SIGKILL {
                killed += 1
                longest = min(longest * 1.15, 5_000_000)
            } else {
                #expect(ended.status == 0, "\(ended.err)")
                longest = max(longest * 0.85, 5_000)
            }
        }
        let seen = reader.stop()
        #expect(seen.faults.isEmpty, "\(seen.faults.prefix(5)) of \(seen.faults.count)")
        #expect(killed >= rounds / 5, "only \(killed) of \(rounds) runs were killed")
        #expect(seen.switches > 2 && seen.rounds > rounds, "\(seen)")
        Soak.say(
            "killed \(killed) of \(rounds) runs; the set was read \(seen.rounds) times, "
                + "and found changed \(seen.switches) times")

        for version in [0, 1] {
            let run = try Tilecut.run("build", "-q", "m\(version).yaml", in: workspace)
            #expect(run.status == 0, "\(run.err)")
            #expect(try TwoSets.files(in: workspace.url("out/a")) == sets[version])
            #expect(
                try workspace.tree("out/.tilecut").count == 4,
                "lock, state, inventory and one in it")
            #expect(try Tilecut.run("verify", "out", in: workspace).status == 0)
        }
    }
}
