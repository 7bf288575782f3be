import Foundation

/// Runs of the built program.
enum Tilecut {
    struct Run: Sendable {
        /// As a shell has it: 128 and the signal for a process that a signal ended.
        let status: Int32
        let out: String
        let err: String
        let seconds: Double

        var errLines: [String] { err.split(separator: "\n").map(String.init) }
    }

    /// The program stands beside the test bundle.
    static let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "tilecut").path(percentEncoded: false)

    static func run(_ arguments: String..., in workspace: Workspace) throws -> Run {
        try start(arguments, in: workspace).wait()
    }

    /// Runs a script of the shell, which finds the program as `$TILECUT`.
    static func shell(_ script: String, in workspace: Workspace) throws -> Run {
        try Started(["/bin/sh", "-c", script], in: workspace).wait()
    }

    static func start(_ arguments: [String], in workspace: Workspace) throws -> Started {
        // Whoever runs the tests may ignore signals, and children inherit that.
        try Started(["/usr/bin/env", "--default-signal", program] + arguments, in: workspace)
    }

    /// A run that has not been waited for.
    final class Started {
        private let process = Process()
        private let out: URL
        private let err: URL
        private let begun = ContinuousClock.now

        init(_ command: [String], in workspace: Workspace) throws {
            // Files, not pipes: a pipe that nobody empties would stop the run.
            let streams = FileManager.default.temporaryDirectory
            out = streams.appending(path: "tilecut-out-\(UUID().uuidString)")
            err = streams.appending(path: "tilecut-err-\(UUID().uuidString)")
            for url in [out, err] { try Data().write(to: url) }
            process.executableURL = URL(filePath: command[0])
            process.arguments = Array(command.dropFirst())
            process.currentDirectoryURL = workspace.folder
            process.environment = [
                "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm", "TILECUT": program,
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: out)
            process.standardError = try FileHandle(forWritingTo: err)
            try process.run()
        }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Waits until `text` stands in what the run has written to stderr.
        func waitForError(containing text: String) throws {
            let deadline = ContinuousClock.now + .seconds(20)
            while try !read(err).contains(text) {
                guard process.isRunning, ContinuousClock.now < deadline else {
                    throw NeverSaid(text: text, err: try read(err))
                }
                usleep(10_000)
            }
        }

        func wait() throws -> Run {
            process.waitUntilExit()
            let seconds = (ContinuousClock.now - begun) / .seconds(1)
            let killed = process.terminationReason == .uncaughtSignal
            let run = Run(
                status: killed ? 128 + process.terminationStatus : process.terminationStatus,
                out: try read(out), err: try read(err), seconds: seconds)
            for url in [out, err] { try FileManager.default.removeItem(at: url) }
            return run
        }

        private func read(_ url: URL) throws -> String {
            String(decoding: try Data(contentsOf: url), as: UTF8.self)
        }
    }

    struct NeverSaid: Error {
        let text: String
        let err: String
    }
}
