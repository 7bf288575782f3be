import Foundation
import Pipeline
import Synchronization
import TilePyramid

/// A temporary folder with fake sources and an output.
final class Fixture: Sendable {
    let folder: URL
    var output: String { folder.appendingPathComponent("out").path }

    /// Memory where there is such a disk: thousands of files are made and removed here.
    private static let home =
        FileManager.default.isWritableFile(atPath: "/dev/shm")
        ? URL(fileURLWithPath: "/dev/shm") : FileManager.default.temporaryDirectory

    init() throws {
        folder = Self.home.appendingPathComponent("tilecut-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch {
            FileHandle.standardError.write(Data("cannot remove \(folder.path)\n".utf8))
        }
    }

    /// A job whose source is a file of `bytes`.
    func job(
        _ name: String, bytes: Int = 10, layouts: [any Layout] = [TiledLayout.usual],
        thumbnails: [ThumbnailSpec] = [], sha256: String? = nil, maxPixels: Int = 1_000_000_000,
        maxTiles: Int = 10_000_000, maxZoomLevel: Double = 2, tiles: Encoding = .raw,
        manifest: String = "test.yaml"
    ) throws -> Job {
        let path = folder.appendingPathComponent("\(name).src")
        if !FileManager.default.fileExists(atPath: path.path) {
            try Data(repeating: 65, count: bytes).write(to: path)
        }
        return Job(
            name: name, source: SourceFile(path: path.path, manifestPath: "\(name).src"),
            origin: ManifestOrigin(file: manifest, line: 3), output: output, layouts: layouts,
            tiles: tiles, thumbnails: thumbnails, background: .white, linearLight: false,
            maxZoomLevel: maxZoomLevel, page: 0, maxPixels: maxPixels, maxTiles: maxTiles,
            sha256: sha256, onDamage: .fail,
            attribution: nil)
    }

    /// - Parameter listed: names that the manifest lists besides those of `jobs`; `nil` is a
    ///   manifest of which a part is missing.
    func run(
        _ jobs: [Job], _ library: FakeLibrary, workers: Int = 2, memory: Int = 1 << 28,
        force: Bool = false, counters: RunCounters = RunCounters(),
        observer: any RunObserver = Recorder(), listed: [String]? = [],
        with change: (inout BatchOptions) -> Void = { _ in }
    ) throws -> BatchResult {
        var options = BatchOptions(workers: workers, memory: memory)
        options.force = force
        change(&options)
        let listing = ManifestListing(
            manifest: "test.yaml", output: output, names: jobs.map(\.name) + (listed ?? []),
            isComplete: listed != nil)
        return try Batch(
            jobs: jobs, listings: [listing], options: options, library: library,
            observer: observer, counters: counters
        ).run()
    }

    /// Why each job is due; empty for one that is not.
    func reasons(_ jobs: [Job], checksum: Bool = false) throws -> [[String]] {
        try Planner(
            jobs: jobs, listings: [], fingerprint: "fake 1", force: false, checksum: checksum
        ).run().items.map { item in
            switch item.verdict {
            case .current: []
            case .due(let reasons): reasons.map(\.description)
            case .fails(let error): ["fails: \(error)"]
            }
        }
    }

    /// What is not as it was published: `missing a/64/a_64_1_0_0.png`.
    func verify() throws -> [String] {
        try Verifier(output: output, waits: nil).run().findings
            .map { "\($0.kind.rawValue) \($0.path)" }
    }

    /// Every file below the output by its path, without what is private to tilecut.
    func published() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        guard let walk = FileManager.default.enumerator(atPath: output) else { return files }
        for case let path as String in walk where !path.hasPrefix(".tilecut") {
            var isFolder: ObjCBool = false
            let full = output + "/" + path
            if FileManager.default.fileExists(atPath: full, isDirectory: &isFolder),
                !isFolder.boolValue
            {
                files[path] = Array(try Data(contentsOf: URL(fileURLWithPath: full)))
            }
        }
        return files
    }

    /// What lies in tilecut's own folder between runs, but for what is kept about images.
    func privateFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: output + "/.tilecut")
            .filter { !["inventory", "state"].contains($0) }.sorted()
    }

    /// The inventories that are kept.
    func inventories() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: output + "/.tilecut/inventory")
            .sorted()
    }
}

/// Remembers what it was told.
final class Recorder: RunObserver {
    let outcomes = Mutex<[JobOutcome]>([])

    func waits(for output: String, heldBy holder: String) {}
    func started(_ totals: RunTotals) {}
    func ended(_ outcome: JobOutcome) { outcomes.withLock { $0.append(outcome) } }
}

extension TiledLayout {
    static let usual = TiledLayout(
        tileSizes: [64, 32, 16], minTileLevel: 1, maxTileLevel: 3, density: .one)
}

extension Encoding {
    static let raw = Encoding(
        format: .png, fileExtension: "png", quality: 80, lossless: false, compression: 6)
}
