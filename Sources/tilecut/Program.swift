import Glibc

/// The program from its arguments to its exit status.
enum Program {
    static func run() -> ExitStatus {
        StandardStreams.prepare()
        let streams = Streams(out: TextStream(STDOUT_FILENO), err: TextStream(STDERR_FILENO))
        let status = run(streams)
        guard let code = streams.out.writeError else { return status }
        streams.err.write("tilecut: cannot write to standard output: \(errorText(code))\n")
        return status == .success ? .environment : status
    }

    private static func run(_ streams: Streams) -> ExitStatus {
        let call: Call
        do {
            call = try Call(Call.typed())
        } catch {
            return tell(error, help: "tilecut --help", streams)
        }
        do {
            return try call.command.run(call.arguments, streams)
        } catch {
            return tell(error, help: "\(call.command.program) --help", streams)
        }
    }

    private static func tell(_ failure: CommandFailure, help: String, _ streams: Streams)
        -> ExitStatus
    {
        streams.err.write("tilecut: \(failure.message.printable)\n")
        if case .usage = failure {
            streams.err.write("Try '\(help)' for more information.\n")
        }
        return failure.status
    }
}
