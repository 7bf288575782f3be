import Files
import Glibc

/// The lock of an output. The system lets go of it when its process ends, however that ends.
final class OutputLock: Sendable {
    /// Whether a run waits for another one to end.
    struct Waiting: Sendable {
        /// Told once, when the wait begins: who holds the output.
        let begins: @Sendable (_ output: String, _ holder: String) -> Void
        let isCancelled: @Sendable () -> Bool
    }

    private static let path = "\(OutputFolder.privateFolder)/lock"

    private let file: FileDescriptor
    private let isExclusive: Bool

    /// For a run that writes: nobody else may write or verify meanwhile.
    ///
    /// - Parameter waiting: `nil` fails at once when another run holds the output.
    init(holding output: OutputFolder, waiting: Waiting?) throws(EnvironmentFailure) {
        isExclusive = true
        do {
            file = try FileDescriptor(
                opening: Self.path, in: output.folder, flags: O_RDWR | O_CREAT, toDo: "write")
        } catch {
            throw EnvironmentFailure.notWritable(output: output.path, error)
        }
        try take(LOCK_EX, output, waiting)
        do {
            try sayWhoHoldsIt()
        } catch {
            throw EnvironmentFailure.notWritable(output: output.path, error)
        }
    }

    /// For one that compares what stands there: nobody may write meanwhile. `nil` where nobody has
    /// ever held the output.
    init?(reading output: OutputFolder, waiting: Waiting?) throws(EnvironmentFailure) {
        isExclusive = false
        do {
            file = try FileDescriptor(
                opening: Self.path, in: output.folder, flags: O_RDONLY, toDo: "read")
        } catch {
            if error.code == ENOENT { return nil }
            throw EnvironmentFailure.notReadable(output: output.path, error)
        }
        try take(LOCK_SH, output, waiting)
    }

    func release() throws(SystemError) {
        if isExclusive {
            guard ftruncate(file.number, 0) == 0 else { throw SystemError("write", file.path) }
        }
        guard flock(file.number, LOCK_UN) == 0 else { throw SystemError("unlock", file.path) }
    }

    private func take(_ operation: Int32, _ output: OutputFolder, _ waiting: Waiting?)
        throws(EnvironmentFailure)
    {
        var hasTold = false
        while flock(file.number, operation | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else {
                throw EnvironmentFailure.notWritable(
                    output: output.path, SystemError("lock", file.path))
            }
            let holder = holder()
            guard let waiting else {
                throw EnvironmentFailure.held(output: output.path, by: holder)
            }
            if waiting.isCancelled() { throw EnvironmentFailure.gaveUpWaiting(output: output.path) }
            if !hasTold { waiting.begins(output.path, holder) }
            hasTold = true
            // A blocking flock could not be told of a signal that was handled elsewhere.
            usleep(50_000)
        }
    }

    private func sayWhoHoldsIt() throws(SystemError) {
        let line = Array("\(getpid())\n".utf8)
        guard ftruncate(file.number, 0) == 0,
            pwrite(file.number, line, line.count, 0) == line.count
        else { throw SystemError("write", file.path) }
    }

    private func holder() -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let got = pread(file.number, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, got)).prefix { (0x30...0x39).contains($0) }
        return digits.isEmpty
            ? "another run" : "process \(String(decoding: digits, as: UTF8.self))"
    }
}
