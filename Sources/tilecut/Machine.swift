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

/// The limits that a container or a service manager sets on this process (control groups, v2).
enum ControlGroup {
    /// The quota of cores, rounded up; `nil` where there is none.
    static var cores: Int? {
        limits("cpu.max").compactMap { line -> Int? in
            let fields = line.split(separator: " ")
            guard fields.count == 2, let quota = Double(fields[0]), let period = Double(fields[1]),
                quota > 0, period > 0, quota / period < 1e6
            else { return nil }
            return Int((quota / period).rounded(.up))
        }.min()
    }

    /// Bytes; `nil` where there is no limit.
    static var memory: Int? { limits("memory.max").compactMap { Int($0) }.min() }

    /// What the group of this process says, and the groups above it.
    private static func limits(_ file: String) -> [Substring] {
        guard let group = KernelFile.rest(of: "/proc/self/cgroup", after: "0::/") else { return [] }
        var folders = group.split(separator: "/")
        var limits: [Substring] = []
        while true {
            let path = (["/sys/fs/cgroup"] + folders + [file[...]]).joined(separator: "/")
            limits += KernelFile.lines(of: path).prefix(1)
            if folders.popLast() == nil { return limits }
        }
    }
}

/// Small files in which the kernel tells of this process.
enum KernelFile {
    /// The lines of a file; none where there is no such file, which is no fault: not every system
    /// has it.
    static func lines(of path: String) -> [Substring] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// What follows the first line's `start`.
    static func rest(of path: String, after start: String) -> Substring? {
        lines(of: path).first { $0.hasPrefix(start) }?.dropFirst(start.count)
    }
}
