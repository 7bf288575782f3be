import Files
import Pipeline

/// Why a command could not do its work at all.
enum CommandFailure: Error {
    /// The arguments are wrong; help would help.
    case usage(String)
    /// The arguments are well formed, but do not fit the manifests.
    case rejected(String)
    case environment(String)

    static func environment(_ error: SystemError) -> CommandFailure {
        .environment(error.description)
    }

    var message: String {
        switch self {
        case .usage(let message), .rejected(let message), .environment(let message): message
        }
    }

    var status: ExitStatus {
        switch self {
        case .usage, .rejected: .rejected
        case .environment: .environment
        }
    }
}

/// What the program tells its caller.
enum ExitStatus: Hashable, Sendable {
    /// All is well.
    case success
    /// Some images failed; the others are complete.
    case someFailed
    /// Wrong usage, or a manifest that is rejected: nothing was written.
    case rejected
    /// Work is due, or something is not as it was published.
    case differs
    /// The environment: output not writable, another run holds it, disk full for all.
    case environment
    /// Ended by a signal; what was published is whole.
    case signal(Int32)

    var code: Int32 {
        switch self {
        case .success: 0
        case .someFailed: 1
        case .rejected: 2
        case .differs: 3
        case .environment: 4
        case .signal(let number): 128 + number
        }
    }
}
