import Files

/// Why no image at all can be published: exit status 4.
package enum EnvironmentFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case notWritable(output: String, SystemError)
    case notReadable(output: String, SystemError)
    case held(output: String, by: String)
    /// The run was asked to stop while it waited for another one.
    case gaveUpWaiting(output: String)
    /// Every image failed for want of space.
    case diskFull(output: String)
    /// The image library or its encoders could not be started.
    case noWorkers(String)

    package var description: String {
        switch self {
        case .notWritable(let output, let error): "output \(output) is not writable: \(error)"
        case .notReadable(let output, let error): "output \(output) is not readable: \(error)"
        case .held(let output, let holder):
            "output \(output) is held by \(holder); wait for it to end, or give another --output"
        case .gaveUpWaiting(let output): "stopped while waiting for output \(output)"
        case .diskFull(let output): "no space left on the disk of output \(output)"
        case .noWorkers(let why): "the image library could not be started: \(why)"
        }
    }
}
