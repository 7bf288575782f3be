import CGLib
import Glibc

/// What this process may use of the machine.
enum Machine {
    /// Cores that it may run on: those of its affinity mask, at most the quota of its control
    /// group.
    static var cores: Int {
        let quota = ControlGroup.cores ?? Int.max
        return max(1, min(Int(g_get_num_processors()), quota))
    }

    /// Bytes of memory: those of the machine, at most the limit of its control group.
    static var memory: Int {
        let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        guard pages > 0, page > 0 else { return ControlGroup.memory ?? 0 }
        return min(pages * page, ControlGroup.memory ?? Int.max)
    }

    /// Allows as many open files as the system lets this process have: every image in flight holds
    /// a few. Where that is refused the old limit stays, and opening says what failed.
    static func raiseOpenFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
