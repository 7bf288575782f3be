import Files
import Glibc
import Pipeline

/// Where a run's report goes. Opened before the run, so that a path that cannot be written is found
/// out before any work is done; a file is written beside its place and renamed over it.
struct ReportFile {
    private enum Target {
        case nowhere
        case stream(TextStream)
        /// Something that cannot be replaced, such as a pipe or a device.
        case device(Int32, path: String)
        case file(Int32, temporary: String, path: String)
    }

    private let target: Target

    /// - Parameters:
    ///   - path: `nil` for no report, `-` for standard output.
    /// - Throws: `CommandFailure.environment`.
    init(at path: String?, out: TextStream) throws(CommandFailure) {
        guard let path else {
            target = .nowhere
            return
        }
        do throws(SystemError) {
            target = path == "-" ? .stream(out) : try Self.open(path)
        } catch {
            throw .environment(error)
        }
    }

    /// The file that stands beside the report's place until the report is written.
    var temporary: String? {
        if case .file(_, let temporary, _) = target { temporary } else { nil }
    }

    /// - Throws: `CommandFailure.environment`; what stood there before stands there still.
    func write(_ text: String) throws(CommandFailure) {
        do throws(SystemError) {
            switch target {
            case .nowhere: break
            case .stream(let out): out.write(text)
            case .device(let descriptor, let path):
                try Self.write(text, to: descriptor, path)
            case .file(let descriptor, let temporary, let path):
                do throws(SystemError) {
                    try Self.write(text, to: descriptor, path)
                    guard rename(temporary, path) == 0 else {
                        throw SystemError("write report", path)
                    }
                } catch {
                    unlink(temporary)
                    throw error
                }
            }
        } catch {
            throw .environment(error)
        }
    }

    private static func open(_ path: String) throws(SystemError) -> Target {
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: return try openBeside(resolved(path))
            case S_IFDIR: throw SystemError("write report", path, code: EISDIR)
            default:
                let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw SystemError("write report", path) }
                return .device(descriptor, path: path)
            }
        }
        guard errno == ENOENT else { throw SystemError("write report", path) }
        return try openBeside(path)
    }

    /// Through links, so that what they point at is replaced, not the link.
    private static func resolved(_ path: String) throws(SystemError) -> String {
        guard let real = realpath(path, nil) else { throw SystemError("write report", path) }
        defer { free(real) }
        return String(cString: real)
    }

    private static func openBeside(_ path: String) throws(SystemError) -> Target {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        if folder.utf8.count == path.utf8.count {
            throw SystemError("write report", path, code: EISDIR)
        }
        for attempt in 0..<100 {
            let temporary = "\(folder).tilecut-report-\(getpid())-\(attempt)"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let descriptor = Glibc.open(temporary, flags, 0o666)
            if descriptor >= 0 { return .file(descriptor, temporary: temporary, path: path) }
            guard errno == EEXIST else { break }
        }
        throw SystemError("write report", path)
    }

    /// Writes and closes.
    private static func write(_ text: String, to descriptor: Int32, _ path: String)
        throws(SystemError)
    {
        let stream = TextStream(descriptor)
        stream.write(text)
        let written = stream.writeError
        let closed = close(descriptor) == 0 || errno == EINTR ? nil : errno
        if let code = written ?? closed { throw SystemError("write report", path, code: code) }
    }
}
