import Glibc

/// Runs workloads and prints their table.
struct Bench {
    let tilecut: String
    let images: String
    let scratch: String
    let runs: Int
    /// Workloads to run; all when empty.
    let ids: [String]

    private let cores = Self.coreCount

    private static let coreCount = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    init(tilecut: String, images: String, scratch: String, runs: Int, ids: [String]) {
        self.tilecut = tilecut
        self.images = images
        self.scratch = scratch
        self.runs = runs
        self.ids = ids
    }

    func run() throws {
        print(
            "| | workload | tilecut s | dzsave s | ratio | wanted | CPU s | dzsave CPU s "
                + "| peak MB | dzsave peak MB | floor s | of floor |")
        print("|---|---|---|---|---|---|---|---|---|---|---|---|")
        for workload in Workload.all where ids.isEmpty || ids.contains(workload.id) {
            print(try row(workload))
            fflush(nil)
        }
        if ids.isEmpty || ids.contains("scaling") { try scaling() }
        if ids.isEmpty || ids.contains("layouts") { try layouts() }
    }

    private func row(_ workload: Workload) throws -> String {
        var ours: [Child] = []
        var theirs: [Child] = []
        var floors: [CodecFloor] = []
        for _ in 0..<runs {
            ours.append(try runTilecut(workload, images: workload.images))
            theirs.append(try runScript(workload.dzsave))
            if workload.floor != nil { floors.append(try floor(of: workload)) }
        }
        let our = ours.map(\.wall).median
        let their = theirs.map(\.wall).median
        let floor = floors.isEmpty ? nil : floors.map(\.seconds).median
        let cells: [String] = [
            workload.id, workload.title, our.text(2), their.text(2), (their / our).text(2),
            workload.wanted.text(2), ours.map { $0.user + $0.system }.median.text(2),
            theirs.map { $0.user + $0.system }.median.text(2),
            String((ours.map(\.peakMemory).max() ?? 0) >> 20),
            String((theirs.map(\.peakMemory).max() ?? 0) >> 20), floor?.text(2) ?? "",
            floor.map { (our / $0).text(2) } ?? "",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// In a process of its own: a child's peak memory starts from its parent's.
    private func floor(of workload: Workload) throws -> CodecFloor {
        let output = "\(scratch)/floor"
        _ = try Child.run(
            [
                "/bin/sh", "-c", "exec \"$0\" floor \"$1\" \"$2\" >\"$3\"",
                CommandLine.arguments[0],
                images, workload.id, output,
            ], in: ".")
        guard let file = fopen(output, "r") else { throw CodecFloor.Failed(what: output) }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 200)
        guard fgets(&line, Int32(line.count), file) != nil else {
            throw CodecFloor.Failed(what: output)
        }
        let text = String(
            decoding: line.prefix { $0 > 32 || $0 == 32 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self)
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { throw CodecFloor.Failed(what: "reading \(text)") }
        return CodecFloor(decode: numbers[0], encode: numbers[1], cores: cores)
    }

    static func printFloor(of id: String, images: String) throws {
        guard let job = Workload.all.first(where: { $0.id == id })?.floor else {
            throw CodecFloor.Failed(what: "no floor for \(id)")
        }
        let floor = try CodecFloor.measure(job, bench: images, cores: coreCount)
        print(floor.decode, floor.encode)
    }

    /// Memory against the number of images, and time against the number of workers.
    private func scaling() throws {
        guard let small = Workload.all.first(where: { $0.id == "d" }),
            let large = Workload.all.first(where: { $0.id == "c" })
        else { return }
        let all = try runTilecut(small, images: small.images)
        let tenth = try runTilecut(
            small, images: small.images.map { $0.replacingFirst("*.jpg", with: "*0.jpg") })
        print(
            "\nPeak memory of (d) over that of a tenth of its images: "
                + (Double(all.peakMemory) / Double(tenth.peakMemory)).text(2))
        var one: [Double] = []
        var two: [Double] = []
        for _ in 0..<min(runs, 3) {
            one.append(try runTilecut(large, images: large.images, workers: 1).wall)
            two.append(try runTilecut(large, images: large.images, workers: 2).wall)
        }
        print("\nTime of (c) with 1 worker over that with 2: " + (one.median / two.median).text(2))
    }

    /// Two layouts in one pass against each alone.
    private func layouts() throws {
        guard let workload = Workload.all.first(where: { $0.id == "i" }) else { return }
        for source in ["mosaic-197.jpg", "mosaic-49.png"] {
            var together: [Child] = []
            var tiled: [Child] = []
            var deepZoom: [Child] = []
            for _ in 0..<runs {
                func cut(_ layouts: String) throws -> Child {
                    try runTilecut(workload, images: ["source: \(source), \(layouts)"])
                }
                together.append(try cut("layouts: [tiled, dzi]"))
                tiled.append(try cut("layout: tiled"))
                deepZoom.append(try cut("layout: dzi"))
            }
            let alone = tiled.map(\.wall).median + deepZoom.map(\.wall).median
            let most = (tiled + deepZoom).map(\.peakMemory).max() ?? 0
            let peak = together.map(\.peakMemory).max() ?? 0
            print(
                "\nlayouts: [tiled, dzi] of \(source): time over that of the two alone "
                    + (together.map(\.wall).median / alone).text(2)
                    + ", peak memory over the larger one's "
                    + (Double(peak) / Double(most)).text(2))
        }
    }

    private func runTilecut(_ workload: Workload, images list: [String], workers: Int? = nil)
        throws -> Child
    {
        try freshFolder()
        let manifest = workload.manifest(images: list, bench: images)
        guard let file = fopen("\(scratch)/run/m.yaml", "w") else {
            throw CodecFloor.Failed(what: "cannot write the manifest")
        }
        fputs(manifest, file)
        fclose(file)
        return try Child.run(
            [tilecut, "build", "-q", "-j", String(workers ?? cores), "m.yaml"],
            in: "\(scratch)/run")
    }

    private func runScript(_ script: String) throws -> Child {
        try freshFolder()
        setenv("SRC", images, 1)
        setenv("CORES", String(cores), 1)
        setenv("VIPS_WARNING", "0", 1)
        return try Child.run(["/bin/sh", "-c", script], in: "\(scratch)/run")
    }

    private func freshFolder() throws {
        let run = "\(scratch)/run"
        _ = try Child.run(["/bin/rm", "-rf", run], in: scratch)
        _ = try Child.run(["/bin/mkdir", "-p", "\(run)/o"], in: scratch)
    }
}

extension [Double] {
    var median: Double {
        let sorted = sorted()
        guard !sorted.isEmpty else { return .nan }
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}

extension Double {
    /// With `digits` decimals.
    func text(_ digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let whole = Int((self * scale).rounded())
        let text =
            String(repeating: "0", count: max(0, digits + 1 - String(whole).count)) + String(whole)
        return digits == 0 ? text : text.dropLast(digits) + "." + text.suffix(digits)
    }
}
