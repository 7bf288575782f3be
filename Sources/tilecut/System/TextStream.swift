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
