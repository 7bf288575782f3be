/// The arguments that the program was started with.
enum ProgramArguments {
    /// All but the program's own name.
    ///
    /// - Throws: `CommandFailure.usage` when one is not UTF-8: repaired, it would name another file.
    static func read() throws(CommandFailure) -> [String] {
        let all = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        var arguments: [String] = []
        for case let bytes? in all.dropFirst() {
            guard let text = String(validatingCString: bytes) else {
                throw .usage(
                    "argument \(arguments.count + 1) is not UTF-8: '\(String(cString: bytes))'")
            }
            arguments.append(text)
        }
        return arguments
    }
}
