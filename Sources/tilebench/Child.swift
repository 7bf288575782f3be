import Glibc

/// A process that was run to its end: how long it took and what it used, its children included.
struct Child {
    /// Seconds.
    let wall: Double
    let user: Double
    let system: Double
    /// Largest resident set of a process among them, in bytes.
    let peakMemory: Int

    struct Failed: Error, CustomStringConvertible {
        let command: [String]
        let status: Int32
        var description: String {
            "\(command.joined(separator: " ")) ended with wait status \(status)"
        }
    }

    /// Runs a command; its output is thrown away, its errors are shown.
    static func run(_ command: [String], in folder: String) throws -> Child {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        let whole = ["env", "-C", folder] + command
        var arguments: [UnsafeMutablePointer<CChar>?] = whole.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }

        let begun = ContinuousClock.now
        var pid = pid_t()
        guard posix_spawnp(&pid, whole[0], &actions, nil, &arguments, environ) == 0 else {
            throw Failed(command: command, status: -1)
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(pid, &status, 0, &usage) < 0 && errno == EINTR {}
        let wall = (ContinuousClock.now - begun) / .seconds(1)
        guard status == 0 else { throw Failed(command: command, status: status) }
        return Child(
            wall: wall, user: seconds(usage.ru_utime), system: seconds(usage.ru_stime),
            peakMemory: usage.ru_maxrss * 1024)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
