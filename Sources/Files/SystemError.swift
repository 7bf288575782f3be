import Glibc

/// A system call that failed: what was tried, on what, and why.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `write`, `create folder`, ...
    package let operation: String
    package let path: String
    package let code: Int32

    package init(_ operation: String, _ path: String, code: Int32 = errno) {
        self.operation = operation
        self.path = path
        self.code = code
    }

    /// `cannot write out/a/512/a_512_1_0_0.jpg: No space left on device`
    package var description: String { "cannot \(operation) \(path): \(Self.text(code))" }

    /// The C library's words for an error number.
    package static func text(_ code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

extension SystemError {
    /// Nothing stands where something was looked for.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    package var isDiskFull: Bool { code == ENOSPC || code == EDQUOT }
}
