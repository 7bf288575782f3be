import Foundation
import Testing

/// Every system call of a small run fails once, and once it is the last that the run does; outside
/// of a soak, samples of them.
@Suite(.serialized) struct FaultTests {
    static let codes = [ENOSPC, EIO, EMFILE]
    /// What the new manifest changes: all, one level, the descriptor.
    static let changes = [
        "tileSizes: [32, 16], quality: 30", "tileSizes: [24, 16]",
        "tileSizes: [32, 16], maxZoomLevel: 9",
    ]

    @Test(arguments: ["open", "write", "close", "rename", "mkdir", "unlink", "link"])
    func everyCallFailsOnce(operation: String) throws {
        var rounds = 0
        for changes in Soak.isOn ? Self.changes : Array(Self.changes.prefix(2)) {
            let sets = try TwoSets(changes)
            for code in Soak.isOn ? Self.codes : [0] {
                for number in Self.numbers(few: 17) {
                    let error = Soak.isOn ? code : Self.codes[number % 3]
                    let fault = FaultInjector.Fault(
                        operation: operation, number: number, code: error)
                    guard try survives(fault, sets, changes) else { break }
                    rounds += 1
                }
            }
        }
        #expect(rounds > 0, "no call of \(operation)")
        Soak.say("\(rounds) calls of \(operation) failed, one a run")
    }

    @Test(arguments: [true, false])
    func everyCallIsTheLastOnce(swaps: Bool) throws {
        var rounds = 0
        for changes in Soak.isOn ? Self.changes : [Self.changes[swaps ? 1 : 0]] {
            let sets = try TwoSets(changes)
            for number in Self.numbers(few: 19) {
                let fault = FaultInjector.Fault(
                    operation: "any", number: number, code: 0, swaps: swaps)
                guard try survives(fault, sets, changes) else { break }
                rounds += 1
            }
        }
        #expect(rounds > 4)
        Soak.say("\(rounds) runs were killed, each at another call")
    }

    /// All in a soak; otherwise about one of `few`, others each time.
    private static func numbers(few: Int) -> some Sequence<Int> {
        let step = Soak.isOn ? 1 : few
        return stride(from: Int.random(in: 1...min(step, 5)), through: 10_000, by: step)
    }

    /// - Returns: whether the run had such a call.
    private func survives(_ fault: FaultInjector.Fault, _ sets: TwoSets, _ changes: String) throws
        -> Bool
    {
        try sets.reset()
        let environment = try FaultInjector.environment(fault, in: sets.workspace)
        let run = try Tilecut.shell(
            "\(environment) $TILECUT build --prune --durable -q -j 2 m.yaml", in: sets.workspace)
        guard let hit = try FaultInjector.takeFired(in: sets.workspace) else {
            #expect(run.status == 0, "\(run.err)")
            return false
        }
        let note = "\(changes): \(fault): \(hit): status \(run.status): \(run.err)"
        // Without an exchange, a run that is killed just then leaves a gap, and no more.
        let mayLack: Set = fault.swaps ? ["gone"] : Set(TwoSets.names)
        let renewed = try sets.published(note, mayLack: mayLack)
        if fault.code == 0 {
            #expect(run.status == 128 + SIGKILL, "\(note)")
        } else if run.status == 0 {
            #expect(renewed.isSuperset(of: ["a", "b"]), "\(note)")
            #expect(try TwoSets.files(in: sets.workspace.url("out"))["catalog.json"] != nil)
        } else {
            #expect([1, 2, 4].contains(run.status), "\(note)")
            #expect(!run.err.isEmpty, "\(note)")
        }
        // No call that a file's bytes depend on may fail unnoticed.
        if ["write", "close"].contains(fault.operation), hit.contains("/staging/"),
            hit.hasSuffix(".jpg") || hit.hasSuffix(".json") || hit.hasSuffix(".inventory")
        {
            #expect(run.status == 1, "\(note)")
        }
        try sets.expectRepair(note)
        return true
    }

    @Test func dataAreOnTheDiskBeforeTheSwap() throws {
        let sets = try TwoSets()
        try sets.reset()
        let root = sets.workspace.folder.path(percentEncoded: false)
        let run = try Tilecut.shell(
            "LD_PRELOAD='\(try FaultInjector.library.get())' FAULT_ROOT='\(root)' FAULT_OP=any "
                + "FAULT_LOG=calls.txt $TILECUT build --durable -q -j 1 m.yaml",
            in: sets.workspace)
        #expect(run.status == 0, "\(run.err)")
        let calls = try sets.workspace.text(of: "calls.txt").split(separator: "\n")
            .map { $0.replacing(root, with: "/").replacing("//", with: "/") }
        let isTile = { (call: Substring) in call.hasPrefix("write ") && call.contains("staging/a/")
        }
        let swap = try #require(
            calls.firstIndex { $0 == "rename /out/a" })
        let lastWrite = try #require(calls[..<swap].lastIndex(where: isTile))
        #expect(calls[lastWrite..<swap].contains { $0.hasPrefix("sync ") }, "\(calls)")
        #expect(calls[swap...].dropFirst().first?.hasPrefix("sync ") == true, "\(calls)")
        let plain = try Tilecut.shell(
            "rm calls.txt; LD_PRELOAD='\(try FaultInjector.library.get())' FAULT_ROOT='\(root)' "
                + "FAULT_OP=sync FAULT_LOG=calls.txt $TILECUT build --force -q m.yaml",
            in: sets.workspace)
        #expect(plain.status == 0)
        #expect(!sets.workspace.exists("calls.txt"), "without --durable nothing is synced")
    }
}
