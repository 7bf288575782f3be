import Glibc

/// What has to hold of the process before it does anything.
enum StandardStreams {
    /// Makes descriptors 0 to 2 safe to write to: a reader that goes away is no reason to die in
    /// the middle of a run, and with one of them closed the next file opened would take its number
    /// and receive what is meant for the terminal.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Takes the lowest free number, which is this one. A system without it is no worse off.
            _ = open("/dev/null", O_RDWR)
        }
    }
}

/// The C library's words for an error number.
func errorText(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
}
