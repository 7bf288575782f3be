import Foundation

/// How long the tests of faults run: `make test` takes samples, `make soak` takes all.
enum Soak {
    static let isOn = ProcessInfo.processInfo.environment["TILECUT_SOAK"] == "1"

    static func rounds(_ few: Int, soak many: Int) -> Int { isOn ? many : few }

    /// A line of the summary of a soak.
    static func say(_ line: String) {
        if isOn { FileHandle.standardError.write(Data("soak: \(line)\n".utf8)) }
    }
}
