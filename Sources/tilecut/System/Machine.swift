import Glibc

/// What this process may use of the machine.
enum Machine {
    /// Cores that it may run on: those of its affinity mask, at most the quota of its control
    /// group.
    static var cores: Int {
        let quota = ControlGroup.cores ?? Int.max
        return max(1, min(affinity ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), quota))
    }

    /// Bytes of memory: those of the machine, at most the limit of its control group.
    static var memory: Int {
        let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        guard pages > 0, page > 0 else { return ControlGroup.memory ?? 0 }
        return min(pages * page, ControlGroup.memory ?? Int.max)
    }

    /// Allows as many open files as the system lets this process have: every image in flight holds
    /// a few. Where that is refused the old limit stays.
    ///
    /// - Returns: how many that are now.
    static func raiseOpenFileLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // What POSIX promises everywhere.
        guard getrlimit(resource, &limit) == 0 else { return 20 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        let allowed = setrlimit(resource, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur
        return Int(min(allowed, 1 << 20))
    }

    /// Cores in the affinity mask: `Cpus_allowed: ff,ffffffff`, in hexadecimal digits.
    private static var affinity: Int? {
        let mask = KernelFile.rest(of: "/proc/self/status", after: "Cpus_allowed:")
        let cores = mask?.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
        return cores == 0 ? nil : cores
    }
}
