import Glibc
import Synchronization

/// Text to a descriptor, flushed at once. When nobody reads any more, writing stops and the
/// program goes on.
final class TextStream: Sendable {
    private enum State {
        case open
        /// The reader has gone: nothing more to say.
        case closed
        case failed(Int32)
    }

    let descriptor: Int32
    private let state = Mutex(State.open)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Why texts were lost: an error number. A reader that has gone is no error.
    var writeError: Int32? {
        state.withLock { state in
            if case .failed(let code) = state { code } else { nil }
        }
    }

    func write(_ text: String) {
        var text = text
        state.withLock { state in
            guard case .open = state else { return }
            state = text.withUTF8 { Self.write(UnsafeRawBufferPointer($0), to: descriptor) }
        }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> State {
        var rest = bytes
        while !rest.isEmpty {
            let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if written >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Somebody else has made the terminal or the pipe non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, -1)
            case EPIPE: return .closed
            case let code: return .failed(code)
            }
        }
        return .open
    }
}

/// Where a command writes: results, and everything else.
struct Streams: Sendable {
    let out: TextStream
    let err: TextStream
}

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

/// A terminal that a stream may be.
enum Terminal {
    /// Whether lines can be redrawn there.
    static func isCapable(_ descriptor: Int32) -> Bool {
        guard isatty(descriptor) == 1 else { return false }
        guard let kind = getenv("TERM") else { return false }
        return strcmp(kind, "dumb") != 0
    }

    /// Columns, as the terminal says now; 80 when it does not say.
    static func width(_ descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
