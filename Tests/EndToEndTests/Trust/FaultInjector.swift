import Foundation

/// The library of `faults.c`, which makes a chosen system call of a run fail.
enum FaultInjector {
    struct CannotBuild: Error {
        let output: String
    }

    /// Built once a test process.
    static let library: Result<String, any Error> = Result {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "faults.c").path(percentEncoded: false)
        let library = FileManager.default.temporaryDirectory
            .appending(path: "tilecut-faults-\(ProcessInfo.processInfo.processIdentifier).so")
            .path(percentEncoded: false)
        let workspace = try Workspace()
        let run = try Tilecut.shell(
            "cc -Wall -Wextra -Werror -shared -fPIC -o '\(library)' '\(source)' -ldl 2>&1",
            in: workspace)
        guard run.status == 0 else { throw CannotBuild(output: run.out) }
        atexit { FaultInjector.remove() }
        return library
    }

    private static func remove() {
        if case .success(let path) = library { unlink(path) }
    }

    /// A fault on the `number`th call of a kind below a workspace.
    struct Fault: Sendable {
        /// Of `faults.c`: `open`, `write`, ..., `any`.
        let operation: String
        let number: Int
        /// 0 kills the process.
        let code: Int32
        var swaps = true
    }

    /// The assignments that go before a command of the shell.
    static func environment(_ fault: Fault, in workspace: Workspace) throws -> String {
        let root = workspace.folder.path(percentEncoded: false)
        return [
            "LD_PRELOAD='\(try library.get())'", "FAULT_ROOT='\(root)'",
            "FAULT_OP=\(fault.operation)", "FAULT_N=\(fault.number)", "FAULT_ERRNO=\(fault.code)",
            "FAULT_FIRED='\(root)/../\(workspace.folder.lastPathComponent).fired'",
            fault.swaps ? "" : "FAULT_NO_SWAP=1",
        ].joined(separator: " ")
    }

    /// What the fault hit, once; `nil` when the run had no such call.
    static func takeFired(in workspace: Workspace) throws -> String? {
        let path = workspace.folder.deletingLastPathComponent()
            .appending(path: "\(workspace.folder.lastPathComponent).fired")
        guard FileManager.default.fileExists(atPath: path.path(percentEncoded: false)) else {
            return nil
        }
        let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
        try FileManager.default.removeItem(at: path)
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
