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
