import Foundation

// Compares tilecut with `vips dzsave` on the same work; see `scripts/bench/run`.
//
//   tilebench TILECUT BENCH SCRATCH RUNS [ID...]
//
// Prints Markdown. Runs alternate, each in a fresh folder below SCRATCH, which should be on tmpfs.

//   tilebench floor BENCH ID
//
// Prints the codec floor of one workload: seconds of decoding, then of encoding.

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 3, arguments[0] == "floor" {
    do {
        try Bench.printFloor(of: arguments[2], images: arguments[1])
        exit(0)
    } catch {
        printError("tilebench: \(error)")
        exit(1)
    }
}
guard arguments.count >= 4, let runs = Int(arguments[3]), runs > 0 else {
    printError("usage: tilebench TILECUT BENCH SCRATCH RUNS [ID...]")
    exit(2)
}
do {
    let bench = Bench(
        tilecut: arguments[0], images: arguments[1], scratch: arguments[2], runs: runs,
        ids: Array(arguments.dropFirst(4)))
    try bench.run()
} catch {
    printError("tilebench: \(error)")
    exit(1)
}

nonisolated func printError(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
}
